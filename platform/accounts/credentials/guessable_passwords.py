"""Passwords that an attacker tries first: the most common ones, and the names of this installation."""

import re
from functools import lru_cache
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.password_validation import CommonPasswordValidator

from accounts.errors import BreachedPassword

NOT_ALPHABETIC = re.compile(r"[\W\d_]+")
# Besides PRODUCT_NAME and the parts of the host of SITE_URL.
NAMES = ("Pulseboard", "portal", "client", "admin")


def check_not_guessable(password: str) -> None:
    """Raises BreachedPassword for a common password, and for a name of this installation with only digits and signs.

    Examples: qwerty123, Pulseboard2026! With AUTH_COMMON_PASSWORDS it does nothing.
    """
    if settings.AUTH_COMMON_PASSWORDS:
        return
    if password.lower() in _common_passwords() or _alphabetic_part(password) in _names():
        raise BreachedPassword


def _names() -> set[str]:
    host = urlsplit(settings.SITE_URL).hostname or ""
    return {_alphabetic_part(name) for name in (*NAMES, settings.PRODUCT_NAME, *host.split("."))} - {""}


def _alphabetic_part(text: str) -> str:
    return NOT_ALPHABETIC.sub("", text).lower()


@lru_cache(maxsize=1)
def _common_passwords() -> frozenset[str]:
    """The 18,000 most common passwords with six characters or more, which ship with Django."""
    return frozenset(CommonPasswordValidator().passwords)
