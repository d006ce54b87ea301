"""Validates and normalises the details of a client, as typed or imported."""

import re
from collections.abc import Callable, Mapping

from django.conf import settings

from clients.errors import BadDetail, BadWebsite
from clients.websites import normalise
from core.text import DISRUPTIVE, is_visible

# The pattern of a browser's email field, without addresses that cannot receive email. It is valid in JavaScript too.
EMAIL = re.compile(
    r"(?!.*\.\.)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z]{2,}"
)
TIERS = ("basic", "pro", "enterprise")
LEVELS = ("basic", "pro", "custom")
NAME_MAX, EMAIL_MAX, PHONE_MAX = 200, 255, 40  # characters, as in the columns
BAD_EMAIL = "Please enter a valid email address"
NAMES = {"company_name": "Company name", "contact_name": "Contact name", "contact_email": "Contact email"}

Detail = str | None


def clean_details(details: Mapping[str, Detail]) -> dict[str, Detail]:
    """The details in the form in which they are stored. Raises BadDetail for the first invalid one."""
    return {name: CHECKS[name](name, value or "") for name, value in details.items()}


def missing_text(name: str) -> str:
    """The error text for an empty field with this name."""
    return f"{name} is required"


def _name(field: str, value: str) -> str:
    text = _line(field, value, NAME_MAX)
    if not is_visible(text):
        raise BadDetail(field, missing_text(NAMES[field]))
    return text


def _email(field: str, value: str) -> str:
    text = _name(field, value)
    if EMAIL.fullmatch(text) is None:
        raise BadDetail(field, BAD_EMAIL)
    return text


def _phone(field: str, value: str) -> str:
    return _line(field, value, PHONE_MAX)


def _tier(field: str, value: str) -> str:
    if value not in TIERS:
        raise BadDetail(field, "The tier must be basic, pro or enterprise")
    return value


def _level(field: str, value: str) -> Detail:
    if value and value not in LEVELS:
        raise BadDetail(field, "The plan level must be basic, pro or custom")
    return value or None


def _model(field: str, value: str) -> Detail:
    return _line(field, value, 100) or None


def _website(field: str, value: str) -> Detail:
    if not value.strip():
        return None
    try:
        return normalise(value, settings.SCAN_PRIVATE)
    except BadWebsite as error:
        raise BadDetail(field, error.message) from error


def _line(field: str, value: str, max_length: int) -> str:
    text = value.strip()
    if len(text) > max_length or DISRUPTIVE.search(text):
        raise BadDetail(field, f"At most {max_length} characters on one line, please")
    return text


CHECKS: Mapping[str, Callable[[str, str], Detail]] = {
    "company_name": _name,
    "contact_name": _name,
    "contact_email": _email,
    "phone": _phone,
    "subscription_tier": _tier,
    "plan_level": _level,
    "model_preference": _model,
    "website_url": _website,
}
