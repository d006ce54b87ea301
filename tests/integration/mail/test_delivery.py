"""Delivery of mail: by SMTP or as a file, never twice, and stored sealed until it is sent."""

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from pytest_django import Settings

from core.clock import now
from mail import services
from mail.effects import delivery
from mail.providers import transport
from sync.effects import effects
from sync.errors import NoTransaction
from sync.writes.db_executor import read, write
from tests.support.accounts.api import dump, execute, rows
from tests.support.fakes.mail_server import PASSWORD, USER, MailServer, mail_server, silent_port
from tests.support.mail.mailbox import Mailbox, sweep
from tests.support.servers.server import free_port

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

ADA = "ada@example.com"
LINK = "http://localhost:8000/auth/v1/verify?token=pkce_" + "ab" * 32 + "&type=signup&redirect_to=x"
FIELDS: dict[str, Any] = {"kind": "confirm", "to": ADA, "code": "493817", "link": LINK, "good_for": timedelta(hours=1)}


@pytest.fixture
def server(settings: Settings) -> Iterator[MailServer]:
    with mail_server() as running:
        settings.EMAIL_URL = running.url
        yield running


async def sent(**more: object) -> UUID:
    return await write(services.send, **{**FIELDS, **more})


async def deliver() -> None:
    await asyncio.to_thread(sweep)


async def outcome() -> tuple[str, str, bool]:
    """The one mail's state, its reason, and whether its content is deleted."""
    [(state, reason, sealed)] = await rows("SELECT state, reason, sealed FROM mails")
    return state, reason, sealed == ""


def listing(folder: Path) -> tuple[list[tuple[str, int]], int]:
    """The names and modes of a folder's files, and the mode of the folder."""
    return [(file.name, file.stat().st_mode & 0o777) for file in folder.iterdir()], folder.stat().st_mode & 0o777


async def become_due() -> None:
    await execute("UPDATE effects SET due = %s", now() - timedelta(seconds=1))


async def test_it_leaves_by_smtp(server: MailServer, settings: Settings) -> None:
    settings.MAIL_FROM, settings.MAIL_REPLY_TO = "hello@portal.example", "help@portal.example"
    id = await sent()
    await deliver()
    [(sender, to, mail)] = server.taken
    assert (sender, to, mail.code, mail.link) == ("hello@portal.example", [ADA], "493817", LINK)
    assert mail.message["From"] == "Pulseboard <hello@portal.example>"
    assert mail.message["Reply-To"] == "help@portal.example"
    assert mail.message["Message-ID"] == f"<{id}@portal.example>"
    assert mail.message["Auto-Submitted"] == "auto-generated"
    assert await outcome() == ("sent", "", True)
    await deliver()
    assert len(server.taken) == 1


async def test_without_a_server_it_is_a_file_for_its_owner_alone(settings: Settings, mailbox: Mailbox) -> None:
    id = await sent()
    mail = await mailbox.mail()
    assert (mail.to, mail.code) == (ADA, "493817")
    [(name, mode)], folder_mode = listing(settings.DATA_DIR / "mail")
    assert name.endswith(f"-confirm-{id}.eml")
    assert (mode, folder_mode) == (0o600, 0o700)
    assert await outcome() == ("sent", "", True)


async def test_it_is_asked_for_with_its_cause_or_not_at_all(server: MailServer) -> None:
    def send_and_fail() -> None:
        services.send(**FIELDS)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await write(send_and_fail)
    with pytest.raises(NoTransaction):
        await read(lambda: services.send(**FIELDS))
    with pytest.raises(ValueError, match="no words"):
        await sent(kind="spam")
    await execute("DELETE FROM mails")
    await deliver()
    assert server.taken == []


async def test_a_waiting_mail_is_sealed(server: MailServer, settings: Settings) -> None:
    await sent()
    dumped = await dump()
    assert "493817" not in dumped
    assert "ab" * 8 not in dumped
    settings.SECRET_KEY = "another key"
    await deliver()
    assert await outcome() == ("failed", "SECRET_KEY has changed since it was written", True)
    assert server.taken == []


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA"])
async def test_what_is_not_taken_now_is_offered_again(step: str, server: MailServer) -> None:
    server.answers[step] = "451 Later 493817"
    await sent()
    await deliver()
    state, reason, forgotten = await outcome()
    assert (state, forgotten) == ("waiting", False)
    assert "451" in reason
    assert "493817" not in await dump()
    server.answers.clear()
    await deliver()
    assert server.taken == []
    await become_due()
    await deliver()
    assert len(server.taken) == 1
    assert await outcome() == ("sent", "", True)


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA"])
async def test_what_is_refused_is_not(step: str, server: MailServer) -> None:
    server.answers[step] = "550 Never"
    await sent()
    await deliver()
    assert await outcome() == ("failed", "it answered 550", True)
    server.answers.clear()
    await become_due()
    await deliver()
    assert server.taken == []


async def test_a_mail_whose_end_is_unknown_is_not_sent_twice(server: MailServer) -> None:
    server.hangs_up_with_the_mail_in_hand = True
    await sent()
    await deliver()
    assert len(server.taken) == 1
    assert await outcome() == ("unknown", "SMTPServerDisconnected", True)
    await become_due()
    await deliver()
    assert len(server.taken) == 1


async def test_a_process_that_ends_with_a_mail_in_hand_leaves_it_unknown(server: MailServer) -> None:
    id = await sent()
    await write(delivery.claim, mail_id=id)
    await deliver()
    assert server.taken == []
    assert await outcome() == ("unknown", "the process ended while it was being sent", True)


async def test_nobody_is_there(settings: Settings) -> None:
    settings.EMAIL_URL = f"smtp://127.0.0.1:{free_port()}"
    await sent()
    await deliver()
    state, reason, forgotten = await outcome()
    assert (state, forgotten) == ("waiting", False)
    assert "ConnectionRefusedError" in reason


async def test_somebody_says_nothing(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "TIMEOUT_S", 0.2)
    with silent_port() as url:
        settings.EMAIL_URL = url
        await sent()
        await deliver()
    assert (await outcome())[0] == "waiting"


async def test_a_mail_whose_code_is_no_longer_good_is_not_sent(server: MailServer) -> None:
    await sent()
    await execute("UPDATE mails SET good_until = %s", now())
    await deliver()
    assert await outcome() == ("failed", "it could not be sent while its code was good", True)
    assert server.taken == []


async def test_the_password_of_the_server_is_used(server: MailServer, settings: Settings) -> None:
    address = server.url.removeprefix("smtp://")
    settings.EMAIL_URL = f"smtp://{USER}:{PASSWORD.replace(' ', '%20')}@{address}"
    await sent()
    await deliver()
    assert (server.signed_in, len(server.taken)) == ([USER], 1)


async def test_a_wrong_password_is_said_without_it(server: MailServer, settings: Settings) -> None:
    settings.EMAIL_URL = f"smtp://{USER}:wrong@{server.url.removeprefix('smtp://')}"
    await sent()
    await deliver()
    state, reason, _ = await outcome()
    assert (state, server.taken) == ("waiting", [])
    assert reason.endswith("SMTPAuthenticationError 535")
    assert "wrong" not in await dump()


async def test_a_mail_that_is_gone_is_nobodys_business(server: MailServer) -> None:
    await write(effects.after_commit, delivery.deliver, str(uuid4()))
    await deliver()
    assert server.taken == []


async def test_old_mails_are_forgotten(server: MailServer) -> None:
    await sent()
    await deliver()
    assert await write(services.prune) == 0
    await execute("UPDATE mails SET settled_at = %s", now() - timedelta(days=31))
    await sent()
    assert await write(services.prune) == 1
    assert [state for (state,) in await rows("SELECT state FROM mails")] == ["waiting"]
