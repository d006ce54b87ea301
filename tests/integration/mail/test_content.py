"""Text and layout of mails: every kind, the provider's brand, and escaping."""

from datetime import timedelta
from typing import Any

import pytest
from pytest_django import Settings

from core.ids import uuid7
from mail import services
from mail.composition import MailContent, compose
from mail.ports import Brand, brand
from mail.texts import KINDS
from sync.writes.db_executor import read, write
from tests.support.accounts.api import execute
from tests.support.mail.mailbox import CODE, Mailbox, parse_mail

BRAND = Brand("Harbor & Co", "#0b7a4b", "https://portal.example/logo.png")
LINK = "https://portal.example/auth/v1/verify?token=ab&type=signup&redirect_to=https%3A%2F%2Fportal.example"


def mail_of(kind: str = "confirm", /, branding: Brand = BRAND, **more: Any) -> Any:
    fields = {"code": "493817", "link": LINK, "address": "new@example.com", "good_for": timedelta(hours=1), **more}
    return parse_mail(compose(MailContent(id=uuid7(), kind=kind, to="ada@example.com", **fields), branding).as_bytes())


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_mail_has_text_and_html(kind: str) -> None:
    mail = mail_of(kind)
    assert mail.subject
    assert "{" not in mail.subject + mail.text
    assert mail.message.get_content_type() == "multipart/alternative"
    for part in (mail.text, mail.html):
        assert "493817" in part
    assert CODE.findall(mail.text) == ["493817"]
    assert LINK in mail.text
    assert mail.message.get_body(("plain",))["Content-Transfer-Encoding"] == "8bit"


@pytest.mark.parametrize(("kind", "less"), [("reauthenticate", {"link": ""}), ("invite", {"code": ""})])
def test_a_mail_omits_missing_parts(kind: str, less: dict[str, str]) -> None:
    fields: dict[str, Any] = dict(less)
    mail = mail_of(kind, **fields)
    assert ("493817" in mail.text, "/verify" in mail.text + mail.html) == (kind != "invite", kind == "invite")


def test_a_mail_shows_the_brand() -> None:
    mail = mail_of()
    assert mail.message["From"].addresses[0].display_name == "Harbor & Co"
    assert 'src="https://portal.example/logo.png" alt="Harbor &amp; Co"' in mail.html
    assert "background-color:#0b7a4b" in mail.html
    assert "Welcome to Harbor & Co." in mail.text


@pytest.mark.parametrize(
    ("color", "text_color"), [("#FFE600", "#10151f"), ("#2563EB", "#ffffff"), ("red; } body { display:none", "#ffffff")]
)
def test_the_button_is_legible_on_any_colour(color: str, text_color: str) -> None:
    mail = mail_of(branding=Brand("x", color, ""))
    assert f"color:{text_color};" in mail.html
    assert "display:none }" not in mail.html
    assert "body { display" not in mail.html


def test_names_are_escaped_in_mails() -> None:
    mail = mail_of(branding=Brand('<b>"x"</b>, eve@example.com', "#2563EB", ""), address="<script>@x")
    assert [address.addr_spec for address in mail.message["From"].addresses] == ["no-reply@localhost"]
    assert "<b>" not in mail.html
    assert "<script>" not in mail_of("change_new", address="<script>@x").html


@pytest.mark.parametrize("address", ["a..b@example.com", ".a.@example.com", "o'brien+{x}|y@a-b.example.com"])
def test_any_address_that_can_sign_up_can_get_a_mail(address: str) -> None:
    mail = parse_mail(compose(MailContent(uuid7(), "confirm", address, "493817", LINK, "", None), BRAND).as_bytes())
    assert mail.message["To"].addresses[0].addr_spec == address


@pytest.mark.parametrize("name", ["Zoë & Söhne", "名前", "🔑"])
def test_any_name_is_delivered_unchanged(name: str) -> None:
    mail = mail_of(branding=Brand(name, "#2563EB", ""))
    assert mail.message["From"].addresses[0].display_name == name
    assert name in mail.text
    assert f"Welcome to {name}." in mail.text


def test_a_very_long_link_is_delivered_unchanged() -> None:
    link = LINK + "%20" * 600
    assert link in mail_of(link=link).text


@pytest.mark.parametrize(("minutes", "words"), [(1, "1 minute"), (10, "10 minutes"), (60, "1 hour"), (180, "3 hours")])
def test_a_mail_states_how_long_its_code_is_valid(minutes: int, words: str) -> None:
    assert f"Good for {words}, and only once." in mail_of(good_for=timedelta(minutes=minutes)).text


@pytest.mark.django_db(transaction=True, serialized_rollback=True)
async def test_a_mail_has_the_brand_of_the_website(settings: Settings) -> None:
    assert await read(brand.call) == Brand("Pulseboard", "#2563EB", "")
    await execute("UPDATE website_settings SET logo_url = '/assets/logo.png', primary_color = '#ff0000'")
    assert await read(brand.call) == Brand("Pulseboard", "#ff0000", f"{settings.SITE_URL}/assets/logo.png")


@pytest.mark.django_db(transaction=True, serialized_rollback=True)
async def test_a_name_adds_no_line_to_a_mail_about_events(mailbox: Mailbox) -> None:
    """A client chooses the company name that is in the mails of admins."""
    events = ["New message from Harbor\u2028Coffee: Hello", "Second\x85event"]
    await write(services.send, kind="notices", to="ada@example.com", lines=events, what="2 new messages")
    lines = (await mailbox.mail()).text.splitlines()
    assert [line for line in lines if line.startswith("- ")] == [
        "- New message from Harbor Coffee: Hello",
        "- Second event",
    ]
