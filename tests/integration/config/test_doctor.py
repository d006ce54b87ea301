"""`manage.py doctor`: prints each fault with its effect and its remedy, and exits with 1 if a part is broken."""

import dataclasses
import re
import socket
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils.http import http_date
from pytest_django import Settings
from pytest_httpserver import HTTPServer
from werkzeug.serving import WSGIRequestHandler

from config.doctor import checks, database, disk_space, secrets_and_folders, services, work
from config.doctor.finding import Finding, ok
from core.clock import now
from core.disk import Disk
from sync.db import applied_migrations
from tests.support.fakes.bucket import NAME, Bucket, bucket, s3
from tests.support.fakes.mail_server import mail_server

__all__ = ["bucket", "s3"]
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

GB = 1_000_000_000


@pytest.fixture(autouse=True)
def data_dir(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    settings.AUTH_SIGNING_JWK_FILE = settings.VAPID_JWK_FILE = None
    return folder


def states(findings: Iterator[Finding]) -> list[tuple[str, str]]:
    """The state and text of each finding."""
    return [(finding.state, finding.what) for finding in findings]


@pytest.fixture
def web_server(httpserver: HTTPServer) -> str:
    """The URL of a web server that allows no other site by CORS."""
    httpserver.expect_request(re.compile(".*"), method="HEAD").respond_with_data()
    httpserver.expect_request(re.compile(".*"), method="OPTIONS").respond_with_data(status=403)
    return httpserver.url_for("")


def unused_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def test_a_settings_file_that_others_can_read_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "env"
    file.touch(0o644)
    monkeypatch.setenv("PULSEBOARD_ENV", str(file))
    [result] = secrets_and_folders.check_settings()
    assert (result.state, result.what) == ("warning", f"{file} can be read by every user of this machine.")
    assert result.remedy.startswith(f"chmod 640 {file} && chown root:")
    file.chmod(0o640)
    assert list(secrets_and_folders.check_settings()) == [ok("Settings", f"they come from {file}.")]


def test_a_key_that_others_can_read_is_broken(data_dir: Path) -> None:
    key = data_dir / "keys" / "signing.jwk"
    key.parent.mkdir(mode=0o700)
    key.touch(0o640)
    assert states(secrets_and_folders.check_secrets()) == [
        ("broken", f"{key} can be read by other users of this machine.")
    ]
    key.chmod(0o600)
    assert states(secrets_and_folders.check_secrets()) == [("ok", "only the server's user can read them.")]


def test_a_data_folder_is_checked_by_writing_into_it(data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert states(secrets_and_folders.check_data_folder()) == [("ok", f"{data_dir} can be written.")]
    assert list(data_dir.iterdir()) == []

    def fail(folder: Path) -> None:
        raise OSError(28, "No space left on device")

    data_dir.chmod(0o755)
    monkeypatch.setattr("core.disk.write_probe", fail)
    assert states(secrets_and_folders.check_data_folder()) == [
        ("warning", f"{data_dir} can be opened by other users of this machine."),
        ("broken", f"{data_dir} takes no new file: No space left on device."),
    ]


@pytest.mark.parametrize(
    ("disk", "state"),
    [
        (Disk(free_bytes=50 * GB, size_bytes=100 * GB, free_inodes=90, inodes=100), "ok"),
        (Disk(free_bytes=50 * GB, size_bytes=2000 * GB, free_inodes=0, inodes=0), "ok"),
        (Disk(free_bytes=GB, size_bytes=20 * GB, free_inodes=90, inodes=100), "warning"),
        (Disk(free_bytes=50 * GB, size_bytes=100 * GB, free_inodes=9, inodes=100), "warning"),
        (Disk(free_bytes=GB // 10, size_bytes=GB, free_inodes=90, inodes=100), "broken"),
        (Disk(free_bytes=50 * GB, size_bytes=100 * GB, free_inodes=0, inodes=100), "broken"),
    ],
)
def test_a_disk_is_judged_by_its_space_and_inodes(
    disk: Disk, state: str, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.BACKUPS = None
    monkeypatch.setattr("core.disk.measure", lambda folder: disk)
    assert [finding.state for finding in disk_space.check_disks()] == [state, state]


def test_the_database_responds_and_its_durability_settings_are_on() -> None:
    """The tests' PostgreSQL is less durable than an installation's must be, so the doctor reports it as broken."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET synchronous_commit = off")
        *broken, finding = database.check_database()
        assert [result.what for result in broken] == [f"{name} is off." for name in database.MUST_BE_ON]
        assert {result.state for result in broken} == {"broken"}
        assert broken[-1].remedy == "ALTER SYSTEM SET synchronous_commit = on, then reload"
        assert (finding.state, finding.topic) == ("ok", "PostgreSQL")
        connection.close()
    else:
        assert list(database.check_database()) == [ok("Database", "SQLite responds.")]


def test_tables_are_not_read_if_migrations_are_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(applied_migrations, "missing", lambda: ["mail.0004_more"])
    result = [finding for finding in checks.examine() if finding.topic in {"Database", "Jobs", "Backup"}]
    assert states(iter(result)) == [("broken", "migrations of this code that it lacks: 1, such as mail.0004_more.")]


def test_mail_is_checked_without_sending(settings: Settings) -> None:
    with mail_server() as smtp_server:
        settings.EMAIL_URL = smtp_server.url
        assert states(services.check_mail()) == [("ok", "127.0.0.1 accepts the connection and the password.")]
        assert smtp_server.accepted == []
    port = unused_port()
    settings.EMAIL_URL = f"smtp://127.0.0.1:{port}"
    [result] = services.check_mail()
    assert (result.state, result.what.startswith(f"127.0.0.1:{port}: ")) == ("broken", True)
    settings.EMAIL_URL = "file:"
    assert states(services.check_mail()) == [("warning", "emails are only written to DATA_DIR/mail.")]


def test_a_bucket_must_allow_the_site_by_cors(bucket: Bucket, settings: Settings, web_server: str) -> None:
    settings.SITE_URL = "https://portal.example"
    allowed_text = f"{NAME} responds and allows GET from https://portal.example."
    assert states(services.check_bucket()) == [("ok", allowed_text), ("warning", f"{NAME} keeps no versions.")]
    bucket.keep_versions()
    assert states(services.check_bucket()) == [("ok", allowed_text)]
    settings.FILES_BUCKET = dataclasses.replace(settings.FILES_BUCKET, endpoint=web_server)
    [result] = services.check_bucket()
    assert (result.state, result.what) == ("broken", "its CORS rules do not allow GET from https://portal.example.")
    assert result.remedy.endswith("AllowedMethods GET, AllowedOrigins https://portal.example")
    unreachable_url = f"http://127.0.0.1:{unused_port()}"
    settings.FILES_BUCKET = dataclasses.replace(settings.FILES_BUCKET, endpoint=unreachable_url)
    assert [finding.state for finding in services.check_bucket()] == ["broken"]


@pytest.mark.parametrize(("ahead_s", "state"), [(0, "ok"), (15, "warning"), (-120, "broken")])
def test_the_clock_is_compared_with_a_provider(
    ahead_s: int, state: str, settings: Settings, web_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def date(handler: WSGIRequestHandler) -> str:
        return http_date((now() + timedelta(seconds=ahead_s)).timestamp())

    monkeypatch.setattr(WSGIRequestHandler, "date_time_string", date)
    settings.STRIPE_SECRET_KEY, settings.STRIPE_API = "sk_test_1", web_server
    assert [finding.state for finding in services.check_clock()] == [state]


def test_the_clock_is_no_fault_without_a_network(settings: Settings) -> None:
    settings.STRIPE_SECRET_KEY, settings.STRIPE_API = "sk_test_1", f"http://127.0.0.1:{unused_port()}"
    settings.CHAT = dataclasses.replace(settings.CHAT, key=None)
    assert states(services.check_clock()) == [
        ("ok", "not compared, because no configured provider responds from here.")
    ]


def test_a_redis_that_does_not_respond_is_broken(settings: Settings) -> None:
    url = f"redis://127.0.0.1:{unused_port()}/0"
    settings.ENVIRONMENT = dataclasses.replace(settings.ENVIRONMENT, redis_url=url)
    assert states(services.check_redis()) == [("broken", "it does not respond: ConnectionError.")]


def test_the_command_prints_findings_and_exits_with_1_if_one_is_broken(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def one_fails() -> Iterator[Finding]:
        raise RuntimeError("no such thing")

    monkeypatch.setattr(checks, "MACHINE_CHECKS", (one_fails,))
    monkeypatch.setattr(checks, "DATABASE_CHECKS", (work.check_backups,))
    monkeypatch.setattr(checks, "SERVICE_CHECKS", ())
    out = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("doctor", stdout=out)
    assert end.value.code == 1
    assert out.getvalue() == (
        "BROKEN  One fails: the check itself failed: RuntimeError: no such thing\n"
        "        Why:  Nobody knows whether this works.\n"
        "        Do:   report this to the product's developers\n"
        "WARNING Backup: there is none.\n"
        "        Why:  Without a backup a broken disk ends the installation.\n"
        "        Do:   set BACKUP_DIR and restart, or pulseboard backup FILE\n"
        "\nBroken: 1, warnings: 1, ok: 0.\n"
    )
    monkeypatch.setattr(checks, "MACHINE_CHECKS", ())
    call_command("doctor", stdout=StringIO())
