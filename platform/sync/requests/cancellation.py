"""Cancels work when the caller of an HTTP request closes the connection."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar, cast

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest

from sync import task_cancellation

R = TypeVar("R")


async def cancel_on_disconnect(request: HttpRequest, work: Coroutine[Any, Any, R]) -> R:
    """The result of `work`. Cancels it and raises CancelledError when the caller closes the connection."""
    receive = cast(ASGIRequest, request).scope["receive"]
    working, disconnecting = asyncio.create_task(work), asyncio.create_task(receive())
    try:
        await asyncio.wait((working, disconnecting), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise asyncio.CancelledError
        return working.result()
    finally:
        await task_cancellation.end((working, disconnecting))
