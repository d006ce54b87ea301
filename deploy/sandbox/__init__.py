"""Fakes of the external services for DEMO=1. They implement the providers' protocols, on this machine only."""
