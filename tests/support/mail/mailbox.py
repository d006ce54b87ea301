"""The mails of a test: delivered as files, and read as their recipients would."""

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

from mail import tasks
from sync.effects import effects

CODE = re.compile(r"\b\d{6,10}\b")
LINK = re.compile(r"^https?://\S+/auth/v1/verify\?\S+$", re.MULTILINE)
assert tasks  # registers what delivers


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail as it was delivered."""

    to: str
    subject: str
    text: str
    html: str
    whole: EmailMessage

    @property
    def code(self) -> str:
        """The one code in its text."""
        [code] = CODE.findall(self.text)
        return str(code)

    @property
    def has_link(self) -> bool:
        """Whether it leads to the server; a code for a change of the account does not."""
        return LINK.search(self.text) is not None

    @property
    def link(self) -> str:
        """The one link to the server in its text."""
        [link] = LINK.findall(self.text)
        return str(link)

    @property
    def asked(self) -> dict[str, str]:
        """What stands in the link: `token`, `type`, `redirect_to`."""
        return {name: value for name, [value] in parse_qs(urlsplit(self.link).query).items()}

    @property
    def path(self) -> str:
        """The link as the doors of a test take it."""
        return self.link.partition("/auth/v1")[2]


class Mailbox:
    """Everybody's mail, oldest first; each is read once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: set[str] = set()

    async def letters(self) -> list[Letter]:
        """What has come since the last look."""
        await asyncio.to_thread(sweep)
        names = sorted(path.name for path in self._folder.glob("*.eml") if path.name not in self._read)
        self._read |= set(names)
        read = [read_letter(self._folder / name) for name in names]
        return sorted(read, key=lambda letter: letter.whole["Message-ID"])  # time-ordered ids

    async def letter(self) -> Letter:
        """The one that has come."""
        [only] = await self.letters()
        return only


def read_letter(path: Path) -> Letter:
    return opened(path.read_bytes())


def opened(raw: bytes) -> Letter:
    """A mail as its reader has it."""
    whole = message_from_bytes(raw, policy=policy.default)
    assert isinstance(whole, EmailMessage)
    text, html = whole.get_body(("plain",)), whole.get_body(("html",))
    assert text is not None
    assert html is not None
    halves = [half.get_content().replace("\r\n", "\n") for half in (text, html)]
    return Letter(whole["To"], whole["Subject"], halves[0], halves[1], whole)


def sweep() -> int:
    """Do what is due, as the sweeper's thread does."""
    try:
        return effects.sweep()
    finally:
        connection.close()


@pytest.fixture
def mailbox() -> Mailbox:
    """An empty mailbox for everybody."""
    folder: Path = settings.DATA_DIR / "mail"
    shutil.rmtree(folder, ignore_errors=True)
    return Mailbox(folder)
