"""The page behind a weekly email's link `Unsubscribe`. Only its button unsubscribes, because mail scanners open links."""

from functools import cache
from pathlib import Path
from typing import Literal

from django.conf import settings
from django.template import Context, Engine

TEMPLATES = Path(__file__).with_name("templates")

State = Literal["confirm", "unsubscribed", "unknown"]


def page(state: State) -> str:
    """The HTML document: the question, the confirmation, or the error for a link without a valid signature."""
    values = {"state": state, "product": settings.PRODUCT_NAME, "back": "/dashboard/settings/notifications"}
    return str(_engine().get_template("unsubscribe.html").render(Context(values)))


@cache
def _engine() -> Engine:
    return Engine(dirs=[str(TEMPLATES)])
