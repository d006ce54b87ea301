"""Delivers a composed mail to a mail server by SMTP, or as a file in `DATA_DIR/mail`."""

import os
import smtplib
import socket
import ssl
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.policy import SMTP
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from django.conf import settings

from mail.errors import DeliveryUnknown, MailNotAccepted, MailRejected

TIMEOUT_S = 10  # for each response of the server; all of them together take less than the lease of an effect
PORTS = {"smtp": 587, "smtps": 465}
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
PROBLEMS: dict[type[Exception], str] = {
    socket.gaierror: "its name cannot be resolved",
    ConnectionRefusedError: "it refuses connections",
    TimeoutError: "it does not respond in time",
    smtplib.SMTPServerDisconnected: "it ended the connection, or did not respond in time",
    smtplib.SMTPAuthenticationError: "it rejects the user or the password",
}
OVER_SMTP = SMTP.clone(cte_type="7bit")  # so that servers without 8BITMIME work
# ValueError: smtplib cannot encode what it sends, or cannot decode a response.
SMTP_ERRORS = (OSError, smtplib.SMTPException, ValueError)


class _PasswordNotSent(smtplib.SMTPException):
    """The password is not sent to this server. The text of the error is our own."""


def serialize(message: EmailMessage) -> bytes:
    """`message` as `deliver` takes it. Raises the errors of the email package."""
    return message.as_bytes() if _url().scheme == "file" else message.as_bytes(policy=OVER_SMTP)


def deliver(content: bytes, *, to: str, name: str) -> None:
    """Deliver a serialized message to the address `to`, or to the file `name`.eml.

    Raises MailNotAccepted, MailRejected, DeliveryUnknown.
    """
    url = _url()
    if url.scheme == "file":
        _write(content, name)
        return
    with _connected(url) as server:
        _send(server, content, to)


def check_connection() -> None:
    """Connect to the mail server of the settings and sign in, without sending a mail. Raises MailNotAccepted."""
    with _connected(urlsplit(settings.EMAIL_URL or "")) as server:
        _quit(server)


def _url() -> SplitResult:
    return urlsplit(settings.EMAIL_URL or "file:")


def _write(content: bytes, name: str) -> None:
    folder: Path = settings.DATA_DIR / "mail"
    temporary = folder / f".{name}.new"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.rename(folder / f"{name}.eml")
    except OSError as error:
        raise MailNotAccepted(f"{folder}: {error.strerror}") from error


@contextmanager
def _connected(url: SplitResult) -> Iterator[smtplib.SMTP]:
    """A session with the mail server, encrypted if a remote server supports that. Raises MailNotAccepted.

    A password is sent only over an encrypted session, or to this machine.
    """
    host, port = url.hostname or "localhost", url.port or PORTS[url.scheme]
    server: smtplib.SMTP | None = None
    try:
        if url.scheme == "smtps":
            context = ssl.create_default_context()
            server = smtplib.SMTP_SSL(host, port, _own_name(), timeout=TIMEOUT_S, context=context)
        else:
            server = smtplib.SMTP(host, port, _own_name(), timeout=TIMEOUT_S)
        _prepare(server, url, host)
    except SMTP_ERRORS as error:
        if server is not None:
            server.close()
        raise MailNotAccepted(f"{host}:{port}: {_reason_of(error)}") from error
    try:
        yield server
    finally:
        server.close()


def _own_name() -> str:
    """The name for EHLO. The library's default would wait for seconds on a machine without DNS."""
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return f"[{address}]" if address.version == 4 else f"[IPv6:{address}]"


def _prepare(server: smtplib.SMTP, url: SplitResult, host: str) -> None:
    server.ehlo()
    is_local = host in THIS_MACHINE
    if url.scheme == "smtp" and not is_local and server.has_extn("starttls"):
        server.starttls(context=ssl.create_default_context())
        server.ehlo()
        is_encrypted = True
    else:
        is_encrypted = url.scheme == "smtps"
    if url.username:
        if not is_encrypted and not is_local:
            raise _PasswordNotSent("it offers no encryption, and a password is never sent without encryption")
        _sign_in(server, unquote(url.username), unquote(url.password or ""))


def _sign_in(server: smtplib.SMTP, user: str, password: str) -> None:
    if user.isascii() and password.isascii():
        server.login(user, password)
        return
    # The library encodes both in ASCII. Only PLAIN has an encoding for other characters (RFC 4616).
    if "PLAIN" not in server.esmtp_features.get("auth", "").split():
        raise _PasswordNotSent("it does not offer AUTH PLAIN, which a password or user outside ASCII needs")
    credentials = b64encode(f"\0{user}\0{password}".encode()).decode()
    code, text = server.docmd("AUTH", f"PLAIN {credentials}")
    if code != 235:
        raise smtplib.SMTPAuthenticationError(code, text)


def _send(server: smtplib.SMTP, content: bytes, to: str) -> None:
    try:
        _expect(server.mail(settings.MAIL_FROM))
        _expect(server.rcpt(to))
    except SMTP_ERRORS as error:
        raise MailNotAccepted(_reason_of(error)) from error
    try:
        reply = server.data(content)
    except smtplib.SMTPDataError as error:  # the server rejected the DATA command itself
        _expect((error.smtp_code, b""))
        raise MailNotAccepted(f"it answered DATA with {error.smtp_code}") from error
    except SMTP_ERRORS as error:
        raise DeliveryUnknown(_reason_of(error)) from error
    _expect(reply)
    _quit(server)


def _expect(reply: tuple[int, bytes]) -> None:
    """Raises MailRejected for a permanent error (5xx), MailNotAccepted for any other. Omits the server's error text."""
    code = reply[0]
    if 500 <= code < 600:
        raise MailRejected(f"it answered {code}")
    if not 200 <= code < 300:
        raise MailNotAccepted(f"it answered {code}")


def _quit(server: smtplib.SMTP) -> None:
    try:
        server.quit()
    except SMTP_ERRORS:
        return  # the outcome is known before QUIT


def _reason_of(error: Exception) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not accepted ({error.verify_message})"
    for kind, text in PROBLEMS.items():
        if isinstance(error, kind):
            return text
    if isinstance(error, _PasswordNotSent):  # other texts may contain the server's
        return str(error)
    code = getattr(error, "smtp_code", None)
    return f"{type(error).__name__} {code}" if code else type(error).__name__
