"""The price of a product, which Stripe has in the smallest unit of its currency."""

import pytest

from billing.models import Product


@pytest.mark.parametrize(
    ("unit_amount", "currency", "price", "text"),
    [
        (9_900, "usd", 99.0, "$99 per month"),
        (9_950, "eur", 99.5, "99.50 EUR per month"),
        (12_000, "jpy", 12_000.0, "12,000 JPY per month"),
        (30_000, "kwd", 30.0, "30 KWD per month"),
        (30_250, "kwd", 30.25, "30.250 KWD per month"),
    ],
)
def test_a_price_has_the_decimals_of_its_currency(unit_amount: int, currency: str, price: float, text: str) -> None:
    product = Product(unit_amount=unit_amount, currency=currency, interval="month")
    assert (product.price, product.price_text) == (price, text)
