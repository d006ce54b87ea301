"""Fixtures of the sandbox's tests: a running sandbox, and a shop at its Stripe."""

import pytest

from tests.support.fakes.sandbox import running_fake_providers
from tests.support.fakes.stripe_sandbox import StripeSandbox, fake_stripe
from tests.support.fakes.stripe_shop import Shop

__all__ = ["fake_stripe", "running_fake_providers"]


@pytest.fixture
def shop(fake_stripe: StripeSandbox) -> Shop:
    return Shop(fake_stripe)
