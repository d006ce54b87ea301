"""The headers of every kind of mail, as mail programs read them: RFC 5322, RFC 2047, and RFC 8058."""

import re
from email import message_from_bytes
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import compat32, default
from typing import Any

import pytest
from pytest_django import Settings

from core.ids import uuid7
from mail.composition import MailContent, compose
from mail.ports import Brand
from mail.providers.transport import OVER_SMTP
from mail.texts import KINDS

UNSUBSCRIBE_URL = f"https://portal.{'example-' * 12}.com/functions/v1/unsubscribe?token=01890000-0000-7000-8000-000000000000:{'a' * 120}"
LONG_ADDRESS = f"{'a' * 64}@{'.'.join(['b' * 60] * 3)}.example"
NAMES = {
    "plain": "Harbor Portal",
    "beyond ASCII": "Zoë & Söhne GmbH",
    "not Latin": "名前🔑",
    "long": "Harbor " * 20 + "Portal",
    "one long word": "H" * 150,
    "quotes and commas": 'Acme, "Best" <eve@example.com>; Inc.',
    "an injection": "Harbor\r\nBcc: eve@example.com\r\n\r\n<p>Hi",
}
EXPECTED = {
    *("Subject", "From", "To", "Reply-To", "Date", "Message-ID", "Auto-Submitted"),
    *("MIME-Version", "Content-Type"),
}
# Programs parse these headers, so no word of them may be encoded (RFC 2047).
FOR_PROGRAMS = {"Date", "Message-ID", "Auto-Submitted", "MIME-Version", "List-Unsubscribe", "List-Unsubscribe-Post"}


def one_line(text: str) -> str:
    """A name or a subject with single spaces for line breaks, as a header contains it."""
    return " ".join(text.split())


@pytest.fixture(autouse=True)
def reply_address(settings: Settings) -> None:
    settings.MAIL_FROM = "no-reply@portal.example"
    settings.MAIL_REPLY_TO = "the-support-team-of-the-whole-northern-region-and-of-others@portal.example"


def compose_mail(kind: str, name: str, to: str) -> EmailMessage:
    details: dict[str, Any] = {"code": "493817", "link": "https://portal.example/x", "when": name, "what": name}
    content: dict[str, Any] = {
        "subject": f"Your week at {name}",
        "text": "Hello",
        "html": "<p>Hello</p>",
        "leave": UNSUBSCRIBE_URL,
    }
    return compose(
        MailContent(uuid7(), kind, to, **details, **(content if kind == "weekly" else {})), Brand(name, "#000000", "")
    )


def headers(raw: bytes) -> dict[str, str]:
    """The value of each header, unfolded as in RFC 5322; each name occurs once."""
    head = raw.partition(b"\r\n\r\n")[0].decode("ascii")
    lines = head.split("\r\n")
    assert max(map(len, lines)) <= 998
    assert all(line.strip() for line in lines)
    assert "\n" not in "".join(lines)
    assert "\r" not in "".join(lines)
    pairs = [line.split(": ", 1) for line in head.replace("\r\n ", " ").replace("\r\n\t", " ").split("\r\n")]
    assert len({name for name, _ in pairs}) == len(pairs)
    return {name: value.strip() for name, value in pairs}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
@pytest.mark.parametrize("kind", [*KINDS, "weekly"])
def test_every_header_of_every_mail_can_be_parsed(kind: str, name: str) -> None:
    for to in ("ada@example.com", LONG_ADDRESS, "a..b@example.com"):
        check(kind, name, to)


def check(kind: str, name: str, to: str) -> None:
    message = compose_mail(kind, name, to)
    for raw in (message.as_bytes(policy=OVER_SMTP), message.as_bytes().replace(b"\n", b"\r\n")):
        by_name = headers(raw)
        unsubscribe_headers = {"List-Unsubscribe", "List-Unsubscribe-Post"} if kind == "weekly" else set()
        assert by_name.keys() - {"Content-Transfer-Encoding"} == EXPECTED | unsubscribe_headers
        assert [one for one in FOR_PROGRAMS & by_name.keys() if "=?" in by_name[one]] == []
        # The address itself is never encoded; the name before it may be.
        assert by_name["To"] == to
        assert by_name["Reply-To"] == "the-support-team-of-the-whole-northern-region-and-of-others@portal.example"
        assert by_name["From"].endswith("<no-reply@portal.example>")
        assert re.fullmatch(r"<[0-9a-f-]{36}@portal\.example>", by_name["Message-ID"])
        assert re.fullmatch(r"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000", by_name["Date"])
        parsed = message_from_bytes(raw, policy=default)
        [sender] = parsed["From"].addresses
        assert isinstance(sender, Address)
        assert (one_line(sender.display_name), sender.addr_spec) == (
            one_line(name)[:200].strip(),
            "no-reply@portal.example",
        )
        assert "\n" not in parsed["Subject"]
        assert list(parsed["Subject"].defects) == []


def test_a_mail_program_finds_how_to_stop_the_weekly_mail() -> None:
    """RFC 8058: one unencoded HTTPS URL between angle brackets, and `List-Unsubscribe=One-Click`."""
    for raw in (
        compose_mail("weekly", "Harbor", LONG_ADDRESS).as_bytes(policy=OVER_SMTP),
        compose_mail("weekly", "Zoë", LONG_ADDRESS).as_bytes(),
    ):
        parsed = message_from_bytes(raw, policy=compat32)
        assert parsed["List-Unsubscribe"] == f"<{UNSUBSCRIBE_URL}>"
        assert parsed["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_subject_cannot_add_a_header() -> None:
    raw = compose_mail("notices", NAMES["an injection"], "ada@example.com").as_bytes(policy=OVER_SMTP)
    assert "Bcc" not in headers(raw)
    assert headers(raw)["Subject"].startswith("Harbor Bcc: eve@example.com <p>Hi at ")
