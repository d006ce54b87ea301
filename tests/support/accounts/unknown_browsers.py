"""Browsers that were never signed in, each with its own IP address, while all limits are on."""

import httpx
import pytest
from pytest_django import Settings
from time_machine import Traveller

from tests.support.accounts.api import auth_client

HOME = "203.0.113.7"  # the owner's own address


@pytest.fixture
def strangers(http: httpx.AsyncClient, settings: Settings, fake_clock: Traveller) -> None:
    """Switches the rate limits on, and stops the clock so that no bucket refills unless the test moves it."""
    settings.AUTH_RATE_LIMITS, settings.TRUSTED_ADDRESS_HEADER = True, "X-Real-IP"
    http.headers["X-Real-IP"] = HOME


def stranger(address: str = "198.51.100.1") -> httpx.AsyncClient:
    """A browser that was never signed in, with this IP address."""
    client = auth_client()
    client.headers["X-Real-IP"] = address
    return client
