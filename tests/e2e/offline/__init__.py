"""Devices without a network, killed, with lost storage or with wrong clocks."""
