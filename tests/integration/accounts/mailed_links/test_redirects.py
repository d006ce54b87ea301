"""The redirect allow-list of the endpoints: a target outside it is replaced with the site's URL."""

from urllib.parse import urlencode

import httpx
import pytest
from pytest_django import Settings

from tests.support.accounts.api import fragment, sign_up
from tests.support.accounts.link_page import Form, pressed, shown
from tests.support.accounts.mailed_sign_up import ADA, sign_up_mail
from tests.support.mail.mailbox import Mailbox

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

EVIL = ("https://evil.example", "//evil.example", "http://localhost@evil.example/", "javascript:alert(1)", "/path")


@pytest.mark.parametrize("target", EVIL)
async def test_a_mails_link_cannot_redirect_to_another_site(
    target: str, http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings, by_mail: None
) -> None:
    mail = await sign_up_mail(http, mailbox, target)
    assert mail.link_query["redirect_to"] == settings.SITE_URL
    assert "evil" not in mail.html + mail.text


@pytest.mark.parametrize("target", EVIL)
async def test_a_link_with_a_changed_target_redirects_to_the_site(
    target: str, http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings, by_mail: None
) -> None:
    """Anybody can change the target in the link, so the server checks it again when the link is opened."""
    mail = await sign_up_mail(http, mailbox)
    params = {"token": mail.link_query["token"], "type": "signup", "redirect_to": target}
    for token in ("wrong", mail.link_query["token"]):
        reply = await http.get("/verify", params={**params, "token": token})
        assert reply.status_code == 303
        assert reply.headers["Location"].startswith(f"{settings.SITE_URL}#")
    assert "access_token" in fragment(reply)


@pytest.mark.parametrize("target", EVIL)
async def test_the_link_page_redirects_a_changed_target_to_the_site(
    target: str, http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings, by_mail: None
) -> None:
    """This holds for the form of the page, and for a form with a changed target."""
    mail = await sign_up_mail(http, mailbox)
    page = await shown(http, f"/verify?{urlencode({**mail.link_query, 'redirect_to': target})}")
    form = Form(page.text)
    assert form.fields == {"token": mail.link_query["token"], "type": "signup", "redirect_to": settings.SITE_URL}
    content = page.text + str(page.headers)
    assert "evil" not in content
    assert "javascript" not in content
    reply = await http.post(form.path, data={**form.fields, "redirect_to": target}, headers={"Referer": target})
    assert reply.status_code == 303
    assert reply.headers["Location"].startswith(f"{settings.SITE_URL}#access_token=")


async def test_the_first_allowed_of_header_parameter_and_referer_wins(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    settings.AUTH_REDIRECTS = ("https://app.example/**",)
    await sign_up(http)
    site = settings.SITE_URL
    for header, parameter, referer, expected in (
        ("https://app.example/h", f"{site}/p", f"{site}/r", "https://app.example/h"),
        ("https://evil.example", f"{site}/p", f"{site}/r", f"{site}/p"),
        ("", "https://evil.example", f"{site}/r", f"{site}/r"),
        ("", "", "https://evil.example", site),
    ):
        headers = {"redirect_to": header, "Referer": referer}
        await http.post("/recover", params={"redirect_to": parameter}, json={"email": ADA}, headers=headers)
        assert (await mailbox.mail()).link_query["redirect_to"] == expected


async def test_a_target_with_query_and_fragment_survives_the_link(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    await sign_up(http)
    target = f"{settings.SITE_URL}/x?a=1&b=%2F%26&type=y&token=z#part"
    await http.post("/recover", params={"redirect_to": target}, json={"email": ADA})
    mail = await mailbox.mail()
    assert mail.link_query["redirect_to"] == target
    location = (await pressed(http, mail)).headers["Location"]
    assert location.startswith(f"{settings.SITE_URL}/x?a=1&b=%2F%26&type=y&token=z#access_token=")
