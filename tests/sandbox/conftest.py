"""Fixtures of the sandbox's tests: a running sandbox, and a shop at its Stripe."""

import pytest

from tests.support.fakes.sandbox import running_stand_in
from tests.support.fakes.stripe_sandbox import StripeSandbox, stripe_stand_in
from tests.support.fakes.stripe_shop import Shop

__all__ = ["running_stand_in", "stripe_stand_in"]


@pytest.fixture
def shop(stripe_stand_in: StripeSandbox) -> Shop:
    return Shop(stripe_stand_in)
