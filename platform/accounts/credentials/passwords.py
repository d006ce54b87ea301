"""Password rules and Argon2. Hashing takes 0.1 s of CPU, so it runs in its own threads, never in the writer's."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any, TypeVar

from argon2 import DEFAULT_MEMORY_COST, DEFAULT_PARALLELISM, DEFAULT_TIME_COST, PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from django.conf import settings

from accounts.errors import TooManyRequests, ValidationFailed, WeakPassword

Result = TypeVar("Result")
MIN_LENGTH = 6
MAX_BYTES = 72
TOO_SHORT = f"Password should be at least {MIN_LENGTH} characters."

MAX_PENDING = 40  # running and queued calls, two seconds of work; further calls are rejected at once

_threads = ThreadPoolExecutor(2, "argon2")
_pending: set[asyncio.Future[Any]] = set()


def is_short(password: str) -> bool:
    return len(password) < MIN_LENGTH


def is_long(password: str) -> bool:
    return len(password.encode()) > MAX_BYTES


def check_form(password: str) -> None:
    """Raises ValidationFailed for a password that is too long, WeakPassword for one that is too short."""
    if is_long(password):
        raise ValidationFailed(f"Password cannot be longer than {MAX_BYTES} characters")
    if is_short(password):
        raise WeakPassword(TOO_SHORT)


def hashed_now(password: str) -> str:
    """The Argon2id hash of `password`, computed in this thread. For commands."""
    return _hasher().hash(password)


def matches_now(password: str, password_hash: str) -> bool:
    """`matches`, computed in this thread. For commands."""
    try:
        return _hasher().verify(password_hash or _dummy_hash(), password) and password_hash != ""
    except (VerificationError, InvalidHashError):
        return False


async def hashed(password: str) -> str:
    """The Argon2id hash of `password`. Raises TooManyRequests."""
    return await _queued(hashed_now, password)


async def matches(password: str, password_hash: str) -> bool:
    """Whether `password` belongs to the hash. Raises TooManyRequests.

    The hash "" stands for an unknown user or one without a password: the result is False, after the same work.
    """
    return await _queued(matches_now, password, password_hash)


async def _queued(work: Callable[..., Result], *args: str) -> Result:
    if len(_pending) >= MAX_PENDING:
        raise TooManyRequests
    future = asyncio.get_running_loop().run_in_executor(_threads, work, *args)
    _pending.add(future)
    future.add_done_callback(_pending.discard)
    return await future


def _hasher() -> PasswordHasher:
    costs: dict[str, int] = settings.ARGON2
    return PasswordHasher(
        time_cost=costs.get("time_cost", DEFAULT_TIME_COST),
        memory_cost=costs.get("memory_cost", DEFAULT_MEMORY_COST),
        parallelism=costs.get("parallelism", DEFAULT_PARALLELISM),
    )


@lru_cache(maxsize=1)
def _dummy_hash() -> str:
    return _hasher().hash("nobody's password")
