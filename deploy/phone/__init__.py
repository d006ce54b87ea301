"""Serves the demo on the local network with TLS, for a phone on the same network (`make phone`)."""
