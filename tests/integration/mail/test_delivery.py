"""Delivery of mail by SMTP or to a file: never twice. The stored content is encrypted, and deleted once it is sent.

Over 250 lines because a mail server can fail at each step of a delivery.
"""

import asyncio
import socket
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import quote
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


async def send_mail(**more: object) -> UUID:
    """Send a mail to Ada; returns its id."""
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


async def test_a_mail_is_sent_by_smtp(server: MailServer, settings: Settings) -> None:
    settings.MAIL_FROM, settings.MAIL_REPLY_TO = "hello@portal.example", "help@portal.example"
    id = await send_mail()
    await deliver()
    [(sender, to, mail)] = server.accepted
    assert (sender, to, mail.code, mail.link) == ("hello@portal.example", [ADA], "493817", LINK)
    assert mail.message["From"] == "Pulseboard <hello@portal.example>"
    assert mail.message["Reply-To"] == "help@portal.example"
    assert mail.message["Message-ID"] == f"<{id}@portal.example>"
    assert mail.message["Auto-Submitted"] == "auto-generated"
    assert await outcome() == ("sent", "", True)
    await deliver()
    assert len(server.accepted) == 1


async def test_without_a_server_a_mail_is_a_file_that_only_its_owner_reads(
    settings: Settings, mailbox: Mailbox
) -> None:
    id = await send_mail()
    mail = await mailbox.mail()
    assert (mail.to, mail.code) == (ADA, "493817")
    [(name, mode)], folder_mode = listing(settings.DATA_DIR / "mail")
    assert name.endswith(f"-confirm-{id}.eml")
    assert (mode, folder_mode) == (0o600, 0o700)
    assert await outcome() == ("sent", "", True)


async def test_a_mail_is_stored_only_if_its_transaction_commits(server: MailServer) -> None:
    def send_and_fail() -> None:
        services.send(**FIELDS)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await write(send_and_fail)
    with pytest.raises(ValueError, match="no texts"):
        await send_mail(kind="spam")
    with pytest.raises(NoTransaction):
        await read(lambda: services.send(**FIELDS))
    assert await rows("SELECT COUNT(*) FROM mails") == [(0,)]
    await deliver()
    assert server.accepted == []


async def test_a_waiting_mail_is_sealed(server: MailServer, settings: Settings) -> None:
    await send_mail()
    contents = await dump()
    assert "493817" not in contents
    assert "ab" * 8 not in contents
    settings.SECRET_KEY = "another key"
    await deliver()
    assert await outcome() == ("failed", "SECRET_KEY has changed since it was written", True)
    assert server.accepted == []


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA"])
async def test_a_temporary_failure_is_retried(step: str, server: MailServer) -> None:
    server.answers[step] = "451 Later 493817"
    await send_mail()
    await deliver()
    state, reason, is_deleted = await outcome()
    assert (state, is_deleted) == ("waiting", False)
    assert "451" in reason
    assert "493817" not in await dump()
    server.answers.clear()
    await deliver()
    assert server.accepted == []
    await become_due()
    await deliver()
    assert len(server.accepted) == 1
    assert await outcome() == ("sent", "", True)


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA"])
async def test_a_permanently_rejected_mail_is_not_sent_again(step: str, server: MailServer) -> None:
    server.answers[step] = "550 Never"
    await send_mail()
    await deliver()
    assert await outcome() == ("failed", "it answered 550", True)
    server.answers.clear()
    await become_due()
    await deliver()
    assert server.accepted == []


async def test_a_mail_with_an_unknown_outcome_is_not_sent_twice(server: MailServer) -> None:
    server.disconnects_after_data = True
    await send_mail()
    await deliver()
    assert len(server.accepted) == 1
    assert await outcome() == ("unknown", "it ended the connection, or did not respond in time", True)
    await become_due()
    await deliver()
    assert len(server.accepted) == 1


async def test_a_process_that_ends_while_sending_leaves_the_outcome_unknown(server: MailServer) -> None:
    id = await send_mail()
    await write(delivery.claim, mail_id=id)
    await deliver()
    assert server.accepted == []
    assert await outcome() == ("unknown", "the process ended while it was being sent", True)


async def test_a_mail_waits_if_the_server_rejects_connections(settings: Settings) -> None:
    settings.EMAIL_URL = f"smtp://127.0.0.1:{free_port()}"
    await send_mail()
    await deliver()
    state, reason, is_deleted = await outcome()
    assert (state, is_deleted) == ("waiting", False)
    assert reason.endswith(": it refuses connections")


async def test_a_mail_waits_if_the_server_does_not_respond(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport, "TIMEOUT_S", 0.2)
    with silent_port() as url:
        settings.EMAIL_URL = url
        await send_mail()
        await deliver()
    state, reason, _ = await outcome()
    assert (state, reason.endswith(": it ended the connection, or did not respond in time")) == ("waiting", True)


async def test_a_mail_waits_while_the_servers_name_cannot_be_resolved(
    server: MailServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*address: object) -> None:
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    with monkeypatch.context() as dns:
        dns.setattr(socket, "getaddrinfo", fail)
        await send_mail()
        await deliver()
    state, reason, is_deleted = await outcome()
    assert (state, is_deleted, server.accepted) == ("waiting", False, [])
    assert reason.endswith(": its name cannot be resolved")
    await execute("UPDATE effects SET due = %s WHERE done_at IS NULL", now())
    await deliver()
    assert ((await outcome())[0], len(server.accepted)) == ("sent", 1)


async def test_a_mail_with_an_expired_code_is_not_sent(server: MailServer) -> None:
    await send_mail()
    await execute("UPDATE mails SET good_until = %s", now())
    await deliver()
    assert await outcome() == ("failed", "it could not be sent before it expired", True)
    assert server.accepted == []


@pytest.mark.parametrize("password", [PASSWORD, "Paßwört 5"])
async def test_smtp_signs_in_with_the_configured_password(
    password: str, server: MailServer, settings: Settings
) -> None:
    server.password = password
    settings.EMAIL_URL = f"smtp://{USER}:{quote(password)}@{server.url.removeprefix('smtp://')}"
    await send_mail()
    await deliver()
    assert (server.signed_in, len(server.accepted)) == ([USER], 1)
    server.password = "another"
    await send_mail()
    await deliver()
    [reason] = await rows("SELECT reason FROM mails WHERE state = 'waiting'")
    assert reason[0].endswith(": it rejects the user or the password")
    assert (password in await dump(), len(server.accepted)) == (False, 1)


async def test_a_password_outside_ascii_is_sent_only_by_auth_plain(server: MailServer, settings: Settings) -> None:
    settings.EMAIL_URL = f"smtp://{USER}:{quote('Paßwört')}@{server.url.removeprefix('smtp://')}"
    server.mechanisms = "CRAM-MD5 LOGIN"
    await send_mail()
    await deliver()
    state, reason, is_deleted = await outcome()
    assert (state, is_deleted, server.signed_in) == ("waiting", False, [])
    assert reason.endswith(": it does not offer AUTH PLAIN, which a password or user outside ASCII needs")


@pytest.mark.parametrize(("owner", "name"), [(delivery, "compose"), (EmailMessage, "as_bytes")])
async def test_a_mail_that_cannot_be_composed_or_serialized_waits(
    owner: object, name: str, server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*content: object, **options: object) -> None:
        raise ZeroDivisionError("493817")

    await send_mail()
    with monkeypatch.context() as composition:
        composition.setattr(owner, name, fail)
        await deliver()
    assert await outcome() == ("waiting", "it cannot be composed: ZeroDivisionError", False)
    await become_due()
    await deliver()
    assert ((await outcome())[0], len(server.accepted)) == ("sent", 1)


async def test_a_process_that_ends_while_it_composes_a_mail_leaves_it_waiting(
    server: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(*content: object) -> None:
        raise SystemExit

    id = await send_mail()
    with monkeypatch.context() as composition:
        composition.setattr(delivery, "compose", end)
        with pytest.raises(SystemExit):
            await asyncio.to_thread(delivery.deliver, str(id))
    await deliver()
    assert ((await outcome())[0], len(server.accepted)) == ("sent", 1)


async def test_a_wrong_smtp_password_is_reported_without_the_password_or_the_servers_text(
    server: MailServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_URL = f"smtp://{USER}:wrong@{server.url.removeprefix('smtp://')}"
    await send_mail()
    await deliver()
    state, reason, _ = await outcome()
    assert (state, server.accepted) == ("waiting", [])
    assert reason.endswith(": it rejects the user or the password")
    server.answers["AUTH"] = "334 d3Jvbmc="  # the server asks for more in each response, without end
    await become_due()
    await deliver()
    assert (await outcome())[1].endswith(": SMTPException")
    server.answers["AUTH"] = "334 a"  # no Base64
    await become_due()
    await deliver()
    assert ((await outcome())[0], (await outcome())[1].rpartition(": ")[2]) == ("waiting", "Error")
    monkeypatch.setattr(transport, "THIS_MACHINE", ())
    server.signed_in.clear()
    await become_due()
    await deliver()
    assert (await outcome())[1].endswith(": it offers no encryption, and a password is never sent without encryption")
    assert server.signed_in == []
    assert "wrong" not in await dump()


async def test_delivering_a_deleted_mail_does_nothing(server: MailServer) -> None:
    await write(effects.after_commit, delivery.deliver, str(uuid4()))
    await deliver()
    assert server.accepted == []


async def test_old_mails_are_deleted(server: MailServer) -> None:
    await send_mail()
    await deliver()
    assert await write(services.prune) == 0
    await execute("UPDATE mails SET settled_at = %s", now() - timedelta(days=31))
    await send_mail()
    assert await write(services.prune) == 1
    assert [state for (state,) in await rows("SELECT state FROM mails")] == ["waiting"]
