"""Runs several outbox entries of one request; each has its own transaction and its own result."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from ninja import Schema
from pydantic import ValidationError

from core.actor import Actor
from core.errors import Failure, Invalid, NotSignedIn
from sync.requests.error_responses import error_response, validation_response
from sync.schemas import RowOut

Payload = TypeVar("Payload", bound=Schema)
Outcome = tuple[int, RowOut]
_kinds: dict[str, tuple[type[Schema], Callable[[Actor, Any], Awaitable[Outcome]]]] = {}


class UnknownKind(Invalid):
    code = "unknown_kind"
    message = "No such kind of entry"


def accepts(
    kind: str, schema: type[Payload]
) -> Callable[[Callable[[Actor, Payload], Awaitable[Outcome]]], Callable[[Actor, Payload], Awaitable[Outcome]]]:
    """Register the function that runs entries of an outbox kind; the kind's own endpoint calls it, too."""

    def register(
        handler: Callable[[Actor, Payload], Awaitable[Outcome]],
    ) -> Callable[[Actor, Payload], Awaitable[Outcome]]:
        _kinds[kind] = (schema, handler)
        return handler

    return register


async def run(actor: Actor, kind: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """Run one entry and return its status and body; a Failure is a result, too.

    Raises NotSignedIn and unexpected errors, which fail the whole request. The device retries it; entries that
    succeeded stay done.
    """
    try:
        if kind not in _kinds:
            raise UnknownKind
        schema, handler = _kinds[kind]
        status, row = await handler(actor, schema.model_validate(body))
    except ValidationError as error:
        return validation_response([dict(problem) for problem in error.errors()])
    except NotSignedIn:
        raise
    except Failure as failure:
        return error_response(failure)
    return status, row.model_dump(mode="json")
