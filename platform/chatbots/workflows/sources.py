"""Reads training examples from an address, a document or an API, for an admin to review before they are stored."""

import asyncio
import json
import logging

from django.conf import settings

from chatbots import access
from chatbots.errors import BadSource
from chatbots.providers import source_pages
from chatbots.sources.source_reader import SourceInfo
from chatbots.sources.training_examples import Example
from core import sandboxed_process
from core.actor import Actor
from sync.writes.db_executor import read

TIMEOUT_S = 20.0

log = logging.getLogger(__name__)


async def read_source(*, actor: Actor, source_type: str, url: str | None, name: str, file: bytes) -> list[Example]:
    """At most 200 (question, answer) pairs. Raises AdminsOnly, BadSource."""
    await read(access.must_be_admin, actor=actor)
    if source_type == "document":
        return await asyncio.to_thread(
            _read_sandboxed, SourceInfo(name=name, kind="", charset=None, wants_json=False), file
        )
    if url is None:
        raise BadSource("An address is needed")
    response = await asyncio.to_thread(source_pages.fetch_page, url)
    source = SourceInfo(name=None, kind=response.kind, charset=response.charset, wants_json=source_type == "api")
    return await asyncio.to_thread(_read_sandboxed, source, response.body)


def _read_sandboxed(source: SourceInfo, content: bytes) -> list[Example]:
    """Run the sandboxed reader. Its time is limited, because a hostile text can block it. Raises BadSource."""
    process = sandboxed_process.run(
        "chatbots.sources.source_reader",
        json.dumps(source),
        chunks=[content],
        user=settings.SCAN_USER,
        timeout_s=TIMEOUT_S,
    )
    if process.code != 0:
        log.warning("a source could not be read: the reader process exited with %s", process.code)
        raise BadSource("That cannot be read, or it takes too long")
    result = json.loads(process.output)
    if "error" in result:
        raise BadSource(result["error"])
    if not result["rows"]:
        raise BadSource
    return [(question, answer) for question, answer in result["rows"]]
