"""A running server sends a mail at once, and the code in it works."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.support.fakes.mail_server import MailServer, mail_server
from tests.support.mail.mailbox import read_mail
from tests.support.servers.crash_harness import eventually
from tests.support.servers.server import Server

pytestmark = pytest.mark.thorough

AT_ONCE_S = 5  # without a wake event the sweeper polls every ten seconds
ADA = {"email": "ada@example.com", "password": "correct horse battery"}


@pytest.fixture
def smtp_server() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


def post(server: Server, path: str, **body: str) -> tuple[int, dict[str, object]]:
    """The status and body of the response."""
    headers = {"X-Supabase-Api-Version": "2024-01-01"}
    request = Request(f"{server.url}/auth/v1{path}", json.dumps(body).encode(), headers)
    try:
        with urlopen(request, timeout=20) as reply:
            return reply.status, json.load(reply)
    except HTTPError as error:
        return error.code, json.load(error)


def test_a_mail_is_sent_at_once_and_its_code_starts_a_session(tmp_path: Path, smtp_server: MailServer) -> None:
    server = Server(tmp_path, DEMO="0", EMAIL_URL=smtp_server.url)
    server.start()
    try:
        status, user = post(server, "/signup", **ADA)
        assert (status, user["email"]) == (200, ADA["email"])
        assert eventually(lambda: bool(smtp_server.accepted), AT_ONCE_S)
        [(_, _, sent_mail)] = smtp_server.accepted
        status, session = post(server, "/verify", type="signup", email=ADA["email"], token=sent_mail.code)
        assert status == 200
        assert session["access_token"]
    finally:
        server.stop()


def test_without_a_mail_server_a_mail_becomes_a_file_at_once(tmp_path: Path) -> None:
    server = Server(tmp_path, DEMO="1", AUTH_AUTOCONFIRM="0", EMAIL_URL="")
    server.start()
    try:
        assert post(server, "/signup", **ADA)[0] == 200
        assert eventually(lambda: any(tmp_path.glob("mail/*.eml")), AT_ONCE_S)
        [file] = tmp_path.glob("mail/*.eml")
        status, _ = post(server, "/verify", type="signup", token_hash=read_mail(file).link_query["token"])
        assert status == 200
    finally:
        server.stop()
