"""Reads the mails of a test, which are delivered as files."""

import asyncio
import re
import shutil
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.db import connection

from sync.effects import effects

CODE = re.compile(r"\b\d{6,10}\b")
LINK = re.compile(r"^https?://\S+/auth/v1/verify\?\S+$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Mail:
    """One delivered mail."""

    to: str
    subject: str
    text: str
    html: str
    message: EmailMessage

    @property
    def code(self) -> str:
        """The only code in the text."""
        [code] = CODE.findall(self.text)
        return str(code)

    @property
    def has_link(self) -> bool:
        """Whether the text has a link to the server; a mail that only has a code does not."""
        return LINK.search(self.text) is not None

    @property
    def link(self) -> str:
        """The only link to the server in the text."""
        [link] = LINK.findall(self.text)
        return str(link)

    @property
    def link_query(self) -> dict[str, str]:
        """The query of the link: `token`, `type`, `redirect_to`."""
        return {name: value for name, [value] in parse_qs(urlsplit(self.link).query).items()}

    @property
    def path(self) -> str:
        """The link without `/auth/v1` and what precedes it, which is the base URL of the tests' HTTP client."""
        return self.link.partition("/auth/v1")[2]


class Mailbox:
    """The mails to all users, oldest first; each is returned once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: set[str] = set()

    async def mails(self) -> list[Mail]:
        """The mails since the last call; delivers the queued ones first."""
        await asyncio.to_thread(sweep)
        names = sorted(path.name for path in self._folder.glob("*.eml") if path.name not in self._read)
        self._read |= set(names)
        read = [read_mail(self._folder / name) for name in names]
        return sorted(read, key=lambda mail: mail.message["Message-ID"])  # time-ordered ids

    async def mail(self) -> Mail:
        """The only mail since the last call; raises ValueError if there is not exactly one."""
        [only] = await self.mails()
        return only


def read_mail(path: Path) -> Mail:
    return parse_mail(path.read_bytes())


def parse_mail(raw: bytes) -> Mail:
    """The mail in these bytes, which must have a text part and an HTML part."""
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    text, html = message.get_body(("plain",)), message.get_body(("html",))
    assert text is not None
    assert html is not None
    halves = [half.get_content().replace("\r\n", "\n") for half in (text, html)]
    return Mail(message["To"], message["Subject"], halves[0], halves[1], message)


def sweep() -> int:
    """Run the due effects, as the sweeper's thread does."""
    try:
        return effects.sweep()
    finally:
        connection.close()


@pytest.fixture
def mailbox() -> Mailbox:
    """An empty mailbox for all users."""
    folder: Path = settings.DATA_DIR / "mail"
    shutil.rmtree(folder, ignore_errors=True)
    return Mailbox(folder)
