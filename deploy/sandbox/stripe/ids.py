"""Ids in Stripe's format: a prefix for the type, and random characters."""

import secrets
import string

ALPHABET = string.ascii_letters + string.digits


def new_id(prefix: str, length: int = 24) -> str:
    return f"{prefix}_{''.join(secrets.choice(ALPHABET) for _ in range(length))}"
