"""What the tests of the sandbox share: one that runs, and a shop at its Stripe."""

import pytest

from tests.support.stand_in import running_stand_in
from tests.support.stripe_shop import Shop
from tests.support.stripe_stand_in import StripeStandIn, stripe_stand_in

__all__ = ["running_stand_in", "stripe_stand_in"]


@pytest.fixture
def shop(stripe_stand_in: StripeStandIn) -> Shop:
    return Shop(stripe_stand_in)
