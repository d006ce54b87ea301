"""A fake SMTP server that can be made to fail."""

import socket
from asyncio import Transport
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import MISSING, SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.support.mail.mailbox import Mail, parse_mail
from tests.support.servers.server import free_port

USER, PASSWORD = "portal", "let me in"
CHALLENGES_MAX = 6  # smtplib gives up after five


class MailServer:
    """`accepted` has the mails that it accepted; `answers` has replies to MAIL, RCPT, DATA and AUTH in place of its own."""

    def __init__(self) -> None:
        self.accepted: list[tuple[str, list[str], Mail]] = []
        self.answers: dict[str, str] = {}
        self.disconnects_after_data = False
        self.signed_in: list[str] = []
        self.password = PASSWORD
        self.mechanisms = "LOGIN PLAIN"
        self.url = ""

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        return [f"250-AUTH {self.mechanisms}" if line.startswith("250-AUTH") else line for line in responses]

    async def handle_MAIL(self, server: SMTP, session: Session, envelope: Envelope, sender: str, options: Any) -> str:
        envelope.mail_from = sender
        return self.answers.get("MAIL", "250 OK")

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, to: str, options: Any) -> str:
        envelope.rcpt_tos.append(to)
        return self.answers.get("RCPT", "250 OK")

    async def handle_AUTH(self, server: SMTP, session: Session, envelope: Envelope, args: list[str]) -> Any:
        answer = self.answers.get("AUTH", MISSING)
        if answer is not MISSING:
            for _ in range(CHALLENGES_MAX):
                await server.push(answer)
        return answer

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        assert envelope.content.isascii()
        if "DATA" in self.answers:
            return self.answers["DATA"]
        self.accepted.append((envelope.mail_from or "", list(envelope.rcpt_tos), parse_mail(envelope.content)))
        if self.disconnects_after_data:
            assert isinstance(server.transport, Transport)
            server.transport.abort()
        return "250 Taken"

    def authenticate(self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: Any) -> AuthResult:
        assert isinstance(data, LoginPassword)
        self.signed_in.append(data.login.decode())
        return AuthResult(success=(data.login, data.password) == (USER.encode(), self.password.encode()), handled=False)


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """A running server on this machine."""
    handler, port = MailServer(), free_port()
    controller = Controller(
        handler,
        hostname="127.0.0.1",
        port=port,
        authenticator=handler.authenticate,
        auth_require_tls=False,
    )
    controller.start()
    handler.url = f"smtp://127.0.0.1:{port}"
    try:
        yield handler
    finally:
        controller.stop()


@contextmanager
def silent_port() -> Iterator[str]:
    """The URL of a port that accepts connections and never responds."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"smtp://127.0.0.1:{server.getsockname()[1]}"
