"""The page behind `Stop it` of a weekly mail: a button, because programs that look through mails follow its links."""

from functools import cache
from pathlib import Path
from typing import Literal

from django.conf import settings
from django.template import Context, Engine

TEMPLATES = Path(__file__).with_name("templates")

State = Literal["asked", "left", "unknown"]


def page(state: State) -> str:
    """The whole document: the question, that it is done, or that the link is none of ours."""
    shown = {"state": state, "product": settings.PRODUCT_NAME, "back": "/dashboard/settings/notifications"}
    return str(_engine().get_template("unsubscribe.html").render(Context(shown)))


@cache
def _engine() -> Engine:
    return Engine(dirs=[str(TEMPLATES)])
