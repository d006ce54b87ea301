"""`manage.py serve` with a setting that it cannot use prints one clear line and exits with 1."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.fakes.mail_server import mail_server
from tests.support.servers.server import LOG, ROOT, SHIPPED, Server, free_port

pytestmark = pytest.mark.thorough

TIMEOUT_S = 60


def serve(data_dir: Path, *arguments: str, **settings: str) -> tuple[int, list[str]]:
    """The exit code and the lines on standard error."""
    env = os.environ | SHIPPED | {"DATA_DIR": str(data_dir), "PORT": str(free_port())} | settings
    command = [sys.executable, "manage.py", "serve", *arguments]
    result = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    assert result.stdout == ""
    return result.returncode, result.stderr.splitlines()


def test_a_wrong_variable_is_reported_by_name(tmp_path: Path) -> None:
    expected = "manage.py: PORT: a whole number from 1 to 65535, not '80 80'"
    assert serve(tmp_path, PORT="80 80") == (1, [expected])
    assert list(tmp_path.iterdir()) == []


def test_a_data_folder_that_is_a_file_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "data"
    path.write_text("mine")
    assert serve(path) == (1, [f"manage.py: DATA_DIR: {path} cannot be created: File exists"])
    assert path.read_text() == "mine"


def test_an_invalid_key_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "own.jwk"
    path.write_text("no key")
    code, output = serve(tmp_path / "data", AUTH_SIGNING_JWK_FILE=str(path))
    assert (code, output) == (1, [f"manage.py: AUTH_SIGNING_JWK_FILE: {path} holds no JWK"])


def test_a_weak_key_in_the_data_folder_is_reported_and_not_repeated(tmp_path: Path) -> None:
    key = tmp_path / "keys" / "django-secret"
    key.parent.mkdir()
    for weak_key in ("changeme", "x" * 64, ""):
        key.write_text(weak_key)
        expected = f"manage.py: {key}: at least 32 characters that nobody guesses; deploy/keys prints such a key"
        assert serve(tmp_path) == (1, [expected])


def test_a_taken_port_is_reported(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        code, output = serve(tmp_path, PORT=str(port), SITE_URL="http://localhost:1")
    assert code == 1
    assert output[-1].startswith(f"CommandError: PORT: Couldn't listen on 127.0.0.1:{port}: ")


def test_demo_data_is_served_on_this_machine_only(tmp_path: Path) -> None:
    expected = "CommandError: DEMO: everybody knows its passwords, so it is served at 127.0.0.1 alone; set DEMO=0"
    assert serve(tmp_path, "--host", "0.0.0.0", DEMO="1") == (1, [expected])
    assert not (tmp_path / "pulseboard.sqlite3").exists()


def test_a_store_with_demo_accounts_is_not_served_as_real(tmp_path: Path) -> None:
    """A database that once had demo data still has its admin, whose password is in the README."""
    server = Server(tmp_path, DEMO="1")
    server.start()
    server.stop()
    code, output = serve(tmp_path, DEMO="0")
    assert code == 1
    assert output[-1].startswith("CommandError: DEMO: this store has demo accounts, and everybody knows their password")


def test_a_servers_files_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", DEMO="0")
    server.start()
    server.stop()
    files = {path for path in (tmp_path / "data").rglob("*") if path.name != LOG}
    assert {path.name for path in files} >= {"pulseboard.sqlite3", "jobs.sqlite3", "signing.jwk"}
    assert [path for path in files if path.stat().st_mode & 0o077] == []


def test_a_real_installation_without_mail_does_not_start(tmp_path: Path) -> None:
    expected = (
        "CommandError: EMAIL_URL: users confirm their address by email; set a mail server, or file: to write emails to "
        "DATA_DIR/mail"
    )
    assert serve(tmp_path, DEMO="0", EMAIL_URL="") == (1, [expected])
    assert not (tmp_path / "pulseboard.sqlite3").exists()


def test_missing_setup_is_reported_at_the_start(tmp_path: Path) -> None:
    """The lines are in the log at the default LOG_LEVEL, where a service manager collects them."""
    file = tmp_path / "env"
    file.write_text("EMAIL_URL=file:\n", encoding="utf-8")
    file.chmod(0o644)
    server = Server(tmp_path, DEMO="0", EMAIL_URL="", PULSEBOARD_ENV=str(file))
    server.start()
    server.stop()
    lines = [json.loads(line) for line in server.log_tail().splitlines() if line.startswith("{")]
    messages = [line["message"] for line in lines if line["level"] == "warning"]
    mail_message = "not set up: Mail. Emails are only written to DATA_DIR/mail: nobody gets them. EMAIL_URL=smtps://"
    assert any(message.startswith(mail_message) for message in messages)
    admin_message = "not set up: First admin. There is none yet. This command creates one and prints a password: "
    assert f"{admin_message}pulseboard create_admin you@example.com" in messages
    assert f"{server.url}/setup says how." in messages
    [file_message] = [message for message in messages if str(file) in message]
    assert file_message.startswith(f"{file} can be read by every user of this machine. It contains passwords and keys.")
    server.manage("create_admin", "ana@portal.example")
    server.start()
    server.stop()
    assert server.log_tail().count("/setup says how.") == 1


def test_a_test_mail_is_sent_or_its_error_shown(tmp_path: Path) -> None:
    with mail_server() as smtp_server:
        server = Server(tmp_path, EMAIL_URL=smtp_server.url, MAIL_FROM="portal@example.com", PRODUCT_NAME="Harbor")
        server.manage("migrate")
        assert server.manage("send_test_mail", "ada@example.com") == "Sent to ada@example.com.\n"
        [(sender, to, mail)] = smtp_server.accepted
        assert (sender, to, mail.subject) == ("portal@example.com", ["ada@example.com"], "A test from Harbor")
        smtp_server.answers["RCPT"] = "550 No"
        with pytest.raises(subprocess.CalledProcessError) as delivery_error:
            server.manage("send_test_mail", "ada@example.com")
    assert delivery_error.value.stderr == "CommandError: EMAIL_URL: the email was rejected: it answered 550\n"
    with pytest.raises(subprocess.CalledProcessError) as address_error:
        server.manage("send_test_mail", "ada")
    assert address_error.value.stderr == "CommandError: ada is not an email address\n"
    file_server = Server(tmp_path, EMAIL_URL="file:")
    output = file_server.manage("send_test_mail", "ada@example.com")
    [file] = (tmp_path / "mail").iterdir()
    assert output == f"Written to {file}\n"
