"""Validates and normalises the details of a client, as typed or imported."""

import re
from collections.abc import Callable, Mapping

from django.conf import settings

from clients.errors import BadFact, BadWebsite
from clients.websites import normalised
from core.text import is_visible

# The pattern of a browser's email field, without addresses that cannot receive email.
EMAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z]{2,}")
UNPRINTED = re.compile(r"[\x00-\x1f\x7f]")
TIERS = ("basic", "pro", "enterprise")
LEVELS = ("basic", "pro", "custom")
NAMES = {"company_name": "Company name", "contact_name": "Contact name", "contact_email": "Contact email"}

Fact = str | None


def checked(facts: Mapping[str, Fact]) -> dict[str, Fact]:
    """The details in the form in which they are stored. Raises BadFact for the first invalid one."""
    return {name: CHECKS[name](name, value or "") for name, value in facts.items()}


def _name(field: str, value: str) -> str:
    text = _line(field, value, 200)
    if not is_visible(text):
        raise BadFact(field, f"{NAMES[field]} is required")
    return text


def _email(field: str, value: str) -> str:
    text = _name(field, value)
    if len(text) > 255 or EMAIL.fullmatch(text) is None or ".." in text:
        raise BadFact(field, "Please enter a valid email address")
    return text


def _phone(field: str, value: str) -> str:
    return _line(field, value, 40)


def _tier(field: str, value: str) -> str:
    if value not in TIERS:
        raise BadFact(field, "The tier must be basic, pro or enterprise")
    return value


def _level(field: str, value: str) -> Fact:
    if value and value not in LEVELS:
        raise BadFact(field, "The plan level must be basic, pro or custom")
    return value or None


def _model(field: str, value: str) -> Fact:
    return _line(field, value, 100) or None


def _website(field: str, value: str) -> Fact:
    if not value.strip():
        return None
    try:
        return normalised(value, settings.SCAN_PRIVATE)
    except BadWebsite as bad:
        raise BadFact(field, bad.message) from bad


def _line(field: str, value: str, most: int) -> str:
    text = value.strip()
    if len(text) > most or UNPRINTED.search(text):
        raise BadFact(field, f"At most {most} characters on one line, please")
    return text


CHECKS: Mapping[str, Callable[[str, str], Fact]] = {
    "company_name": _name,
    "contact_name": _name,
    "contact_email": _email,
    "phone": _phone,
    "subscription_tier": _tier,
    "plan_level": _level,
    "model_preference": _model,
    "website_url": _website,
}
