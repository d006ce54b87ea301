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
NAME_MIN = 4  # letters; shorter parts of a host, such as "www" and "de", are ignored


def check_not_guessable(password: str) -> None:
    """Raises BreachedPassword for a common password.

    Also for a name of this installation, with or without digits and punctuation.

    Examples: qwerty123, Pulseboard2026! With AUTH_COMMON_PASSWORDS it does nothing.
    """
    if settings.AUTH_COMMON_PASSWORDS:
        return
    if password.lower() in _common_passwords() or _alphabetic_part(password) in _names():
        raise BreachedPassword


def _names() -> set[str]:
    host = urlsplit(settings.SITE_URL).hostname or ""
    names = (_alphabetic_part(name) for name in (*NAMES, settings.PRODUCT_NAME, *host.split(".")))
    return {name for name in names if len(name) >= NAME_MIN}


def _alphabetic_part(text: str) -> str:
    return NOT_ALPHABETIC.sub("", text).lower()


@lru_cache(maxsize=1)
def _common_passwords() -> frozenset[str]:
    """The 19,646 common passwords that ship with Django; 18,054 of them have six characters or more."""
    return frozenset(CommonPasswordValidator().passwords)
