"""The page behind the links of mails: scanners may open it any number of times; only its button redeems the link."""

import re

import httpx
import pytest
from pytest_django import Settings

from tests.support.accounts.api import PKCE, bearer, dump, error_of, execute, fragment, query, sign_up
from tests.support.accounts.link_page import FROM_BROWSER, Form, make_rows_older, press, pressed, shown
from tests.support.accounts.mailed_sign_up import ADA, sign_up_mail, typed
from tests.support.mail.mailbox import Mail, Mailbox

pytestmark = [pytest.mark.django_db(transaction=True, serialized_rollback=True), pytest.mark.usefixtures("by_mail")]

NEW = "countess@example.com"


async def open_as_scanner(http: httpx.AsyncClient, mail: Mail) -> None:
    """A mail scanner opens the link with HEAD and GET, more than once, and changes nothing."""
    before = await dump()
    for _ in range(2):
        assert (await http.head(mail.path)).status_code == 405
        await shown(http, mail.path)
    assert await dump() == before


@pytest.mark.parametrize(
    ("path", "type", "action"),
    [
        ("/signup", "signup", "Confirm my address"),
        ("/otp", "magiclink", "Sign in"),
        ("/recover", "recovery", "Choose a new password"),
    ],
)
async def test_only_the_button_redeems_a_link_without_a_flow(
    path: str, type: str, action: str, http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    settings.AUTH_AUTOCONFIRM = path != "/signup"
    if path != "/signup":
        await sign_up(http)
    await http.post(path, json={"email": ADA, "password": "correct horse battery"})
    mail = await mailbox.mail()
    assert mail.link_query["type"] == type
    await open_as_scanner(http, mail)
    page = await shown(http, mail.path)
    assert re.findall(r"<button>(.+)</button>", page.text) == [action]
    params = fragment(await press(http, page.text))
    assert params["type"] == type
    assert (await http.get("/user", headers=bearer(params))).json()["email"] == ADA


@pytest.mark.parametrize("flow", [{}, PKCE])
async def test_opening_a_change_link_confirms_nothing_without_a_press(
    flow: dict[str, str], http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    """This holds with PKCE too: a thief with a session must not change the address through the owner's mail scanner."""
    settings.AUTH_AUTOCONFIRM = True
    session = await sign_up(http)
    settings.AUTH_AUTOCONFIRM = False
    body = {"email": NEW, "current_password": "correct horse battery", **flow}
    assert (await http.put("/user", json=body, headers=bearer(session))).status_code == 200
    first_mail, second_mail = await mailbox.mails()
    for mail in (first_mail, second_mail):
        await open_as_scanner(http, mail)
        assert "<button>Confirm the change</button>" in (await shown(http, mail.path)).text
    assert (await http.get("/user", headers=bearer(session))).json()["email"] == ADA
    assert fragment(await pressed(http, first_mail))["message"].startswith("Confirmation link accepted.")
    second_reply = await pressed(http, second_mail)
    assert "code" in query(second_reply) if flow else "access_token" in fragment(second_reply)
    assert (await http.get("/user", headers=bearer(session))).json()["email"] == NEW


async def test_the_link_of_a_flow_has_no_page(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    """No other browser can redeem the code of a PKCE flow, so the link redirects without a button."""
    mail = await sign_up_mail(http, mailbox, **PKCE)
    assert "landing" not in mail.link_query
    assert "code" in query(await http.get(mail.path))


async def test_an_error_at_the_site_url_is_redirected_to_the_app(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    """Browsers send no fragment, and this URL is a public page, so the server redirects the error to the app."""
    mail = await sign_up_mail(http, mailbox)
    page = (await shown(http, mail.path)).text
    await press(http, page)
    await make_rows_older()
    second_reply = await press(http, page)
    assert second_reply.headers["Location"].startswith(
        f"{settings.SITE_URL}?error=access_denied&error_code=otp_expired&"
    )
    assert query(second_reply) | {"sb": ""} == fragment(second_reply)
    site_reply = await http.get(second_reply.headers["Location"].replace(settings.SITE_URL, "http://portal.test/"))
    assert (site_reply.status_code, site_reply.headers["Location"].partition("?")[0]) == (302, "/auth/callback")


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none", "", "nonsense"])
async def test_another_site_cannot_press_the_button(site: str, http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    mail = await sign_up_mail(http, mailbox)
    page, before = (await shown(http, mail.path)).text, await dump()
    reply = await press(http, page, **{"Sec-Fetch-Site": site})
    message = "This was not sent by our own page. Open the link in the email again."
    assert error_of(reply) == (403, "no_authorization", message)
    assert await dump() == before
    assert (await typed(http, mail.code)).status_code == 200


async def test_a_browser_without_origin_headers_can_press_too(http: httpx.AsyncClient, mailbox: Mailbox) -> None:
    mail = await sign_up_mail(http, mailbox)
    form = Form((await shown(http, mail.path)).text)
    reply = await http.post(form.path, data=form.fields)
    assert "access_token" in fragment(reply)


@pytest.mark.parametrize(
    ("target", "source"),
    [
        ("{site}/welcome?plan=1", "{site}"),
        ("https://app.example/after?x=1#there", "https://app.example"),
        ("https://app.example:8443/after", "https://app.example:8443"),
        ("com.example.app://auth", "com.example.app:"),
        ("https://evil.example/", "{site}"),
    ],
)
async def test_the_link_page_runs_no_script_sends_no_referrer_and_posts_to_one_target(
    target: str, source: str, http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    settings.AUTH_REDIRECTS = ("https://app.example/**", "https://app.example:8443/**", "com.example.app://*")
    mail = await sign_up_mail(http, mailbox, target.format(site=settings.SITE_URL))
    page = await shown(http, mail.path)
    policy = page.headers["Content-Security-Policy"]
    digest = re.search("'sha256-[A-Za-z0-9+/]{43}='", policy)
    assert digest is not None
    assert policy.split("; ") == [
        "default-src 'none'",
        f"style-src 'self' {digest[0]}",
        "img-src 'self'",
        "base-uri 'none'",
        f"form-action 'self' {source.format(site=settings.SITE_URL)}",
        "frame-ancestors 'none'",
    ]
    assert (page.headers["Referrer-Policy"], page.headers["Cache-Control"]) == ("no-referrer", "no-store")
    assert "<script" not in page.text
    assert page.text.count(mail.link_query["token"]) == 1
    assert "Set-Cookie" not in page.headers


async def test_the_link_page_escapes_query_parameters(http: httpx.AsyncClient) -> None:
    hostile = '"><script>alert(1)</script>'
    page = await http.get("/verify", params={"token": hostile, "type": "signup", "landing": "1"})
    assert hostile not in page.text
    assert Form(page.text).fields["token"] == hostile
    reply = await http.get("/verify", params={"token": "x", "type": hostile, "landing": "1"})
    assert (reply.status_code, fragment(reply)["error_description"]) == (303, "Invalid email verification type")


async def test_only_pressing_a_link_counts_towards_the_limit(
    http: httpx.AsyncClient, mailbox: Mailbox, settings: Settings
) -> None:
    """A scanner must not use up the requests of the users on its network."""
    mail = await sign_up_mail(http, mailbox)
    settings.AUTH_RATE_LIMITS = True
    await open_as_scanner(http, mail)
    page = (await shown(http, mail.path)).text
    await http.post("/verify/press", data={"token": "x", "type": "signup"}, headers=FROM_BROWSER)
    await execute('UPDATE limit_counters SET "left" = 0')
    await open_as_scanner(http, mail)
    assert query(await press(http, page))["error_code"] == "over_request_rate_limit"
    await execute("DELETE FROM limit_counters")
    assert "access_token" in fragment(await press(http, page))
