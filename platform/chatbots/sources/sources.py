"""Reads training examples from an address, a document or an API, for an admin to review before they are stored."""

import asyncio
import json
import logging

from django.conf import settings

from chatbots import access
from chatbots.errors import BadSource
from chatbots.sources.source_reader import Asked
from chatbots.sources.training_examples import Lesson
from core import sandboxed_process
from core.actor import Person
from core.fetch import Fetched, Unreachable, fetched
from core.http_client import TooMuch
from sync.writes.db_executor import read

BODY_MAX = 2 * 1024 * 1024
WITHIN_S = 20.0
OK = 200

log = logging.getLogger(__name__)


async def read_source(*, person: Person, source_type: str, url: str | None, name: str, file: bytes) -> list[Lesson]:
    """At most 200 (question, answer) pairs. Raises AdminsOnly, BadSource."""
    await read(access.must_be_admin, actor=person)
    if source_type == "document":
        return await asyncio.to_thread(_found, Asked(name=name, kind="", charset=None, wants_json=False), file)
    if url is None:
        raise BadSource("An address is needed")
    answer = await asyncio.to_thread(_answer_of, url)
    asked = Asked(name=None, kind=answer.kind, charset=answer.charset, wants_json=source_type == "api")
    return await asyncio.to_thread(_found, asked, answer.body)


def _answer_of(url: str) -> Fetched:
    try:
        answer = fetched(url, most=BODY_MAX, within_s=WITHIN_S, allowed=settings.SCAN_PRIVATE)
    except TooMuch as much:
        raise BadSource("That is more than 2 MB") from much
    except Unreachable as failed:
        raise BadSource("The address could not be reached") from failed
    if answer.status != OK:
        raise BadSource(f"The address answered with {answer.status}")
    return answer


def _found(asked: Asked, content: bytes) -> list[Lesson]:
    """Run the sandboxed reader. Its time is limited, because a hostile text can block it. Raises BadSource."""
    ended = sandboxed_process.run(
        "chatbots.sources.source_reader",
        json.dumps(asked),
        pieces=[content],
        user=settings.SCAN_USER,
        within_s=WITHIN_S,
    )
    if ended.code != 0:
        log.warning("a source could not be read: the reader ended with %s", ended.code)
        raise BadSource("That cannot be read, or it takes too long")
    said = json.loads(ended.output)
    if "refused" in said:
        raise BadSource(said["refused"])
    if not said["rows"]:
        raise BadSource
    return [(question, answer) for question, answer in said["rows"]]
