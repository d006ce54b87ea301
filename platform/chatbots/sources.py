"""Reads what could be learnt from an address, a document or an API: questions with answers, shown before they are stored."""

import asyncio

import httpx
from django.conf import settings

from chatbots import access, documents, lessons
from chatbots.errors import BadSource
from core import outside
from core.forward_proxy import forwarding
from core.person import Person
from sync.seam import read

BODY_MAX = 2 * 1024 * 1024
WITHIN_S = 20.0
REDIRECTS = 5
AGENT = "PulseboardTraining/1.0"


async def read_source(
    *, person: Person, source_type: str, url: str | None, name: str, file: bytes
) -> list[tuple[str, str]]:
    """At most 200 questions with answers. Raises AdminsOnly, BadSource."""
    await read(_must_be_admin, actor=person)
    if source_type == "document":
        found = lessons.from_document(name, await asyncio.to_thread(documents.text_of, file))
    elif url is None:
        raise BadSource("An address is needed")
    else:
        kind, text = await asyncio.to_thread(_fetched, url)
        found = lessons.from_answer(kind, text, wants_json=source_type == "api")
    if not found:
        raise BadSource
    return found[: lessons.MOST]


def _must_be_admin(*, actor: Person) -> None:
    access.must_be_admin(actor)


def _fetched(url: str) -> tuple[str, str]:
    """The content type and the text at an address, fetched through the proxy that reaches public addresses alone."""
    try:
        with (
            forwarding(settings.SCAN_PRIVATE) as proxy,
            httpx.Client(
                proxy=proxy,
                verify=outside.trust(),
                timeout=WITHIN_S,
                follow_redirects=True,
                max_redirects=REDIRECTS,
                trust_env=False,
            ) as http,
            http.stream("GET", url, headers={"User-Agent": AGENT}) as answer,
        ):
            if answer.status_code != httpx.codes.OK:
                raise BadSource(f"The address answered with {answer.status_code}")
            body = b""
            for piece in answer.iter_bytes():
                body += piece
                if len(body) > BODY_MAX:
                    raise BadSource("That is more than 2 MB")
            kind = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
            said = answer.charset_encoding
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, ValueError) as failed:
        raise BadSource("The address could not be reached") from failed
    try:
        return kind, body.decode(said, "replace") if said is not None else documents.text_of(body)
    except LookupError:  # no such charset
        return kind, documents.text_of(body)
