"""Default deny: every door names its rule here, and answers nobody without a living session unless it is public.

Over 250 lines because every door stands in its table.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from functools import cache

import httpx
import pytest
from django.urls import get_resolver
from ninja import NinjaAPI
from pytest_django import Settings

from accounts import access_tokens
from accounts.models import Session, User
from config.api import api
from config.paths import is_door
from sync.seam import read
from tests.support import chatbot_doors
from tests.support.portal import Json, Portal, door
from tests.support.push import KEYS

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

PUBLIC, SIGNED_IN, AUTH = "public", "signed in", "signed in, refused as the sign-in service does"
RULES = {
    "DELETE /auth/v1/factors/{factor_id}": AUTH,
    "DELETE /auth/v1/user/identities/{identity_id}": AUTH,
    "GET /auth/v1/.well-known/jwks.json": PUBLIC,
    "GET /auth/v1/authorize": PUBLIC,
    "GET /auth/v1/callback": PUBLIC,
    "GET /auth/v1/health": PUBLIC,
    "GET /auth/v1/reauthenticate": AUTH,
    "GET /auth/v1/settings": PUBLIC,
    "GET /auth/v1/user": AUTH,
    "GET /auth/v1/user/identities/authorize": AUTH,
    "GET /auth/v1/verify": PUBLIC,
    "POST /auth/v1/factors": AUTH,
    "POST /auth/v1/factors/{factor_id}/challenge": AUTH,
    "POST /auth/v1/factors/{factor_id}/verify": AUTH,
    "POST /auth/v1/callback": PUBLIC,
    "POST /auth/v1/logout": AUTH,
    "POST /auth/v1/otp": PUBLIC,
    "POST /auth/v1/recover": PUBLIC,
    "POST /auth/v1/resend": PUBLIC,
    "POST /auth/v1/signup": PUBLIC,
    "POST /auth/v1/sso": PUBLIC,
    "POST /auth/v1/token": PUBLIC,
    "POST /auth/v1/verify": PUBLIC,
    "PUT /auth/v1/user": AUTH,
    "GET /functions/v1/google-properties": SIGNED_IN,
    "POST /functions/v1/google-authorize": SIGNED_IN,
    "POST /functions/v1/google-disconnect": SIGNED_IN,
    "POST /functions/v1/google-exchange": SIGNED_IN,
    "POST /functions/v1/google-property": SIGNED_IN,
    "POST /functions/v1/google-refresh": SIGNED_IN,
    "POST /functions/v1/confirm-checkout": SIGNED_IN,
    "POST /functions/v1/create-checkout-session": SIGNED_IN,
    "POST /functions/v1/create-portal-session": SIGNED_IN,
    "POST /functions/v1/create-setup-intent": SIGNED_IN,
    "POST /functions/v1/save-payment-method": SIGNED_IN,
    "POST /functions/v1/sign-video-upload": SIGNED_IN,
    "POST /functions/v1/stripe-checkout": SIGNED_IN,
    "POST /functions/v1/stripe-webhook": PUBLIC,
    "POST /functions/v1/erase-account": SIGNED_IN,
    "POST /functions/v1/export-data": SIGNED_IN,
    "GET /functions/v1/export-data/{token}": PUBLIC,  # by a signed address
    "GET /functions/v1/unsubscribe": PUBLIC,  # by a signed link
    "POST /functions/v1/unsubscribe": PUBLIC,
    "GET /health/live": PUBLIC,
    "GET /health/ready": PUBLIC,
    "GET /realtime/v1/rows": SIGNED_IN,
    "POST /realtime/v1/bootstrap": SIGNED_IN,
    "POST /realtime/v1/reports": SIGNED_IN,
    "DELETE /rest/v1/messages/{message_id}": SIGNED_IN,
    "DELETE /rest/v1/push_devices/{device_id}": SIGNED_IN,
    "DELETE /rest/v1/sessions/{session_id}": SIGNED_IN,
    "GET /rest/v1/audit_log": SIGNED_IN,
    "DELETE /rest/v1/report_publications/{report_id}": SIGNED_IN,
    "GET /rest/v1/client_videos": SIGNED_IN,
    "GET /rest/v1/clients": SIGNED_IN,
    "GET /rest/v1/installation": SIGNED_IN,
    "GET /rest/v1/connections": SIGNED_IN,
    "GET /rest/v1/messages": SIGNED_IN,
    "GET /rest/v1/messages/search": SIGNED_IN,
    "GET /rest/v1/performance_scores": SIGNED_IN,
    "GET /rest/v1/performance_scores/{score_id}": SIGNED_IN,
    "GET /rest/v1/products": PUBLIC,
    "GET /rest/v1/push_devices": SIGNED_IN,
    "GET /rest/v1/recovery_codes": SIGNED_IN,
    "GET /rest/v1/report_calendar": SIGNED_IN,
    "GET /rest/v1/report_posters/{report_id}": SIGNED_IN,
    "GET /rest/v1/reports": SIGNED_IN,
    "GET /rest/v1/scan_tasks": SIGNED_IN,
    "GET /rest/v1/sessions": SIGNED_IN,
    "GET /rest/v1/website_settings": PUBLIC,
    "GET /rest/v1/weekly_mails": SIGNED_IN,
    "PATCH /rest/v1/clients/{client_id}": SIGNED_IN,
    "PATCH /rest/v1/website_settings": SIGNED_IN,
    "GET /embeds/chatbot/{token}": PUBLIC,
    **dict.fromkeys(chatbot_doors.REQUESTS, SIGNED_IN),
    "POST /rest/v1/batch": SIGNED_IN,
    "POST /rest/v1/client_access": SIGNED_IN,
    "POST /rest/v1/client_imports": SIGNED_IN,
    "POST /rest/v1/client_invitations": SIGNED_IN,
    "POST /rest/v1/client_views": SIGNED_IN,
    "POST /rest/v1/clients": SIGNED_IN,
    "POST /rest/v1/effect_retries": SIGNED_IN,
    "POST /rest/v1/client_videos": SIGNED_IN,
    "POST /rest/v1/messages": SIGNED_IN,
    "POST /rest/v1/onboarding": SIGNED_IN,
    "POST /rest/v1/push_devices/{device_id}/test": SIGNED_IN,
    "POST /rest/v1/recovery_codes": SIGNED_IN,
    "POST /rest/v1/report_views": SIGNED_IN,
    "POST /rest/v1/reports": SIGNED_IN,
    "POST /rest/v1/scan_runs": SIGNED_IN,
    "PATCH /rest/v1/clients": SIGNED_IN,
    "PUT /rest/v1/notice_wishes": SIGNED_IN,
    "PUT /rest/v1/notices": SIGNED_IN,
    "PUT /rest/v1/push_devices": SIGNED_IN,
    "PUT /rest/v1/client_attention": SIGNED_IN,
    "PUT /rest/v1/report_publications": SIGNED_IN,
    "PUT /rest/v1/reports/{report_id}": SIGNED_IN,
    "PUT /rest/v1/threads": SIGNED_IN,
    "DELETE /storage/v1/upload/resumable/{upload_id}": SIGNED_IN,
    "GET /storage/v1/object/{bucket}/{name}": PUBLIC,  # by a signed address, or of a public bucket
    "HEAD /storage/v1/upload/resumable/{upload_id}": SIGNED_IN,
    "OPTIONS /storage/v1/upload/resumable": PUBLIC,
    "PATCH /storage/v1/upload/resumable/{upload_id}": SIGNED_IN,
    "POST /storage/v1/object/sign": SIGNED_IN,
    "POST /storage/v1/upload/resumable": SIGNED_IN,
}
# In the URL table and not in the document: the document, and what answers other paths of the sign-in service.
UNDOCUMENTED = {"rest/v1/openapi.json", "", "auth/v1/<path:rest>", "auth/v1/sso/saml/<path:rest>"}
# They ask for more than their address.
WITHOUT_PARAMETERS = {"/auth/v1/authorize", "/auth/v1/verify"}
# What these say to a request that asks for nothing.
ELSEWHERE = {
    "/auth/v1/callback": 303,
    "/embeds/chatbot/{token}": 404,
    "/auth/v1/sso": 404,
    "/functions/v1/export-data/{token}": 403,
    "/functions/v1/stripe-webhook": 404,
    "/functions/v1/unsubscribe": 404,
    "/storage/v1/object/{bucket}/{name}": 404,
}
REFUSED = {
    SIGNED_IN: {
        "none": (401, "not_signed_in"),
        "bad": (401, "not_signed_in"),
        "ended": (401, "not_signed_in"),
    },
    AUTH: {
        "none": (401, "no_authorization"),
        "bad": (403, "bad_jwt"),
        "ended": (403, "session_not_found"),
    },
}
BACK = "http://localhost:8000/"
CHECKOUT = {
    "price_id": "p",
    "mode": "subscription",
    "success_url": f"{BACK}{{CHECKOUT_SESSION_ID}}",
    "cancel_url": BACK,
}
FUNCTIONS = {
    "google-authorize": {"source_type": "google_analytics"},
    "google-disconnect": {"source_type": "google_analytics"},
    "google-exchange": {"state": "s", "code": "c"},
    "google-property": {"property_id": "1"},
    "google-refresh": {},
    "erase-account": {"nonce": "123456"},
    "export-data": {},
    "confirm-checkout": {"session_id": "cs_1"},
    "create-checkout-session": CHECKOUT,
    "save-payment-method": {"setup_intent": "seti_1"},
    "sign-video-upload": {"id": "01890000-0000-7000-8000-000000000000"},
    "stripe-checkout": CHECKOUT,
}
NOTIFICATIONS = {
    "/rest/v1/notices": {"id": "01890000-0000-7000-8000-000000000000", "n": 1, "what": "shown"},
    "/rest/v1/notice_wishes": {"is_quiet": True},
    "/rest/v1/push_devices": {"endpoint": "https://push.example/one", "p256dh": KEYS[0], "auth": KEYS[1]},
}
SOME_ID = "01890000-0000-7000-8000-000000000000"
VIDEO = {"id": SOME_ID, "video_url": "https://a.example/x.mp4", "posted_at": "2026-11-23"}
REPORTS: dict[str, Callable[[str], Json]] = {
    "/rest/v1/reports": lambda client: {"id": SOME_ID, "client_id": client, "title": "T", "content": {}},
    "/rest/v1/reports/{report_id}": lambda client: {"title": "T"},
    "/rest/v1/report_publications": lambda client: {"id": SOME_ID, "when": "now"},
    "/rest/v1/report_views": lambda client: {"report_id": SOME_ID},
    "/rest/v1/client_videos": lambda client: VIDEO | {"client_id": client},
}
# Public, but the grant that links an identity to a session asks for that session.
LINKS = "POST /auth/v1/token"
TUS = {"Tus-Resumable": "1.0.0"}
IN_PATH = re.compile(r"\{\w+\}")
SOME_ID_64 = b64encode(SOME_ID.encode()).decode()
NEW_CLIENT = {"company_name": "New", "contact_name": "Nell", "contact_email": "nell@portal.example"}
# What admins ask for at their desk, about a client.
DESK: dict[str, Callable[[str], Json]] = {
    "/rest/v1/client_access": lambda client: {"client_ids": [client], "status": "inactive"},
    "/rest/v1/client_attention": lambda client: {"id": client, "until": None},
    "/rest/v1/client_imports": lambda client: {"file": "Y29tcGFueSxjb250YWN0LGVtYWlsCg==", "dry_run": False},
    "/rest/v1/effect_retries": lambda client: {"kind": None},
    "/rest/v1/client_invitations": lambda client: {"client_id": client},
    "/rest/v1/client_views": lambda client: {"client_id": client},
    "/rest/v1/clients": lambda client: {"id": SOME_ID} | NEW_CLIENT,
    "/rest/v1/clients/{client_id}": lambda client: {"phone": "555 0101"},
    "/rest/v1/website_settings": lambda client: {"primary_color": "#112233"},
}
NOT_SIGNED_IN = {"code": "not_signed_in", "message": "Not authenticated. Please sign in."}


@cache  # to make the document anew takes 0.5 s, and every door asks for it
def documented(doors: NinjaAPI = api) -> dict[str, Json]:
    """Each operation of the OpenAPI document by `METHOD /path`."""
    paths: dict[str, dict[str, Json]] = doors.get_openapi_schema(path_prefix="")["paths"]
    return {f"{verb.upper()} {path}": operation for path, verbs in paths.items() for verb, operation in verbs.items()}


def breaches(doors: NinjaAPI) -> set[str]:
    """The doors without a rule, and those whose address the path table gives to the app."""
    return {name for name in documented(doors) if name not in RULES or not is_door(name.split()[1])}


def guarded(rule: str) -> Iterator[tuple[str, str]]:
    return ((name.split()[0], name.split()[1]) for name, kept in RULES.items() if kept == rule)


def good_request(portal: Portal, method: str, path: str) -> Json:
    """What would be done for a signed-in person: a bad request could be refused for another reason."""
    if f"{method} {path}" in chatbot_doors.REQUESTS:
        return {"params": chatbot_doors.PARAMS, "json": chatbot_doors.REQUESTS[f"{method} {path}"]}
    maya = str(portal.clients["maya"])
    if (method, path) == ("PATCH", "/rest/v1/clients"):
        return {"json": {"notify_reports": False}}
    if path == "/rest/v1/onboarding":
        return {"json": {"website_url": "https://harbor.example"}}
    if path in {"/rest/v1/scan_runs", "/rest/v1/scan_tasks", "/rest/v1/performance_scores"}:
        return {"params": {"client_id": maya}, "json": {"client_id": maya}}
    if path in REPORTS:
        return {"params": {"client_id": maya}, "json": REPORTS[path](maya)}
    if path in {"/rest/v1/messages", "/rest/v1/messages/search", "/realtime/v1/rows", "/rest/v1/weekly_mails"}:
        asked = {"client_id": maya, "words": "x", "s": f"c:{maya}", "tbl": "messages"}
        return {"params": asked, "json": portal.message()}
    if path == "/rest/v1/batch":
        return {"json": {"entries": [{"kind": "messages.send", "body": portal.message()}]}}
    if path in NOTIFICATIONS:
        return {"json": NOTIFICATIONS[path]}
    if path == "/realtime/v1/reports":
        return {"json": {"what": "gap", "build": "2026.11.1"}}
    if path == "/rest/v1/threads":
        return {"json": {"id": maya, "read_to": portal.message()["id"]}}
    if path.startswith("/storage/v1/upload/"):
        part = {"Content-Type": "application/offset+octet-stream", "Upload-Offset": "0"}
        return {
            "content": b"x",
            "headers": {**TUS, **part, "Upload-Length": "1", "Upload-Metadata": f"id {SOME_ID_64}"},
        }
    if path == "/storage/v1/object/sign":
        return {"json": {"url": "/storage/v1/object/message-attachments/a.png"}}
    if path in DESK:
        return {"json": DESK[path](maya)}
    if path.startswith("/functions/v1/"):
        return {"json": FUNCTIONS.get(path.rpartition("/")[2], {"clientId": maya})}
    return {"json": {"s": f"c:{maya}"}}


async def assert_refused(portal: Portal, http: httpx.AsyncClient, why: str) -> None:
    """Every guarded door refuses `http`, and nothing happens."""
    async with portal.unchanged():
        for rule in (SIGNED_IN, AUTH):
            for method, path in guarded(rule):
                request = good_request(portal, method, path)
                if method == "GET":
                    request.pop("json", None)
                headers = {"X-Supabase-Api-Version": "2024-01-01", **request.pop("headers", {})}
                reply = await http.request(method, IN_PATH.sub(SOME_ID, path), headers=headers, **request)
                code = reply.json()["code"] if method != "HEAD" else REFUSED[rule][why][1]
                assert (reply.status_code, code) == REFUSED[rule][why], f"{method} {path}"
                assert rule == AUTH or method == "HEAD" or reply.json() == NOT_SIGNED_IN


def test_every_door_has_a_rule() -> None:
    """A new door fails here until its rule stands in RULES."""
    assert breaches(api) == set()
    assert set(RULES) <= set(documented())


def test_a_door_without_a_rule_is_caught() -> None:
    planted = NinjaAPI(urls_namespace="planted")
    for path in ("/rest/v1/clients", "/rest/v1/loot", "/loot"):
        planted.get(path)(lambda request: None)
    assert breaches(planted) == {"GET /rest/v1/loot", "GET /loot"}


def test_no_door_hides_from_the_document() -> None:
    listed = {re.sub(r"<\w+:(?!rest)", "<", str(pattern.pattern)) for pattern in api.urls[0]}
    named = {path.split()[1].lstrip("/").replace("{", "<").replace("}", ">") for path in RULES}
    assert listed == named | UNDOCUMENTED


def test_what_is_no_typed_door_is_counted_on_one_hand() -> None:
    """`/metrics` and `/setup` have rules of their own; every other address is the app's document."""
    listed = [str(listed.pattern) for listed in get_resolver().url_patterns]
    assert listed == ["", "metrics", "setup", "", "^(?P<where>.*)$"]


@pytest.mark.parametrize("name", RULES)
def test_the_document_says_the_rule(name: str) -> None:
    operation = documented()[name]
    asks = RULES[name] != PUBLIC
    assert ("security" in operation, 401 in operation["responses"]) == (asks, asks or name == LINKS)


@pytest.mark.parametrize("name", [name for name, rule in RULES.items() if rule == PUBLIC])
async def test_a_public_door_asks_for_no_session(name: str, portal: Portal) -> None:
    method, path = name.split()
    reply = await portal.as_(None).request(method, path, json={} if method == "POST" else None)
    expected = {400, 422} if method == "POST" or path in WITHOUT_PARAMETERS else {200}
    assert reply.status_code in ({ELSEWHERE[path]} if path in ELSEWHERE else expected)


async def test_signed_out(portal: Portal) -> None:
    await assert_refused(portal, portal.as_(None), "none")


async def test_an_ended_session(portal: Portal) -> None:
    await portal.end_sessions("maya")
    await assert_refused(portal, portal.as_("maya"), "ended")


async def test_an_expired_token(portal: Portal, settings: Settings) -> None:
    settings.ACCESS_TOKEN_S = 0
    maya = portal.people["maya"]
    user = await read(lambda: User.objects.get(id=maya.id))
    session = await read(lambda: Session.objects.get(id=maya.session_id))
    async with door(access_tokens.issue(user, session).text) as http:
        await assert_refused(portal, http, "bad")


@pytest.mark.parametrize(
    ("_case", "change"),
    [
        ("no token", lambda token: "x"),
        ("another signature", lambda token: token.rsplit(".", 1)[0] + "." + "A" * 86),
        ("no signature", lambda token: token.rsplit(".", 1)[0] + "."),
        ("another payload", lambda token: ".".join((token.split(".")[0], "e30", token.split(".")[2]))),
        ("a long one", lambda token: "x" * 10_000),
        ("something behind it", lambda token: token + ".x"),
    ],
)
async def test_a_token_that_is_none(_case: str, change: object, portal: Portal) -> None:
    assert callable(change)
    async with door(change(portal.people["maya"].token)) as http:
        await assert_refused(portal, http, "bad")


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic bWF5YTpwYXNz", "Token x", "bearer\tx"])
async def test_a_header_without_a_bearer(header: str, portal: Portal) -> None:
    async with door(None) as http:
        http.headers["Authorization"] = header
        await assert_refused(portal, http, "none")


async def test_a_token_in_the_address_counts_for_nothing(portal: Portal) -> None:
    token = portal.people["maya"].token
    for name in ("access_token", "token", "apikey", "Authorization"):
        reply = await portal.as_(None).get("/rest/v1/clients", params={name: token})
        assert (reply.status_code, reply.json()) == (401, NOT_SIGNED_IN)


@pytest.mark.parametrize("name", [name for name in RULES if name != "GET /auth/v1/.well-known/jwks.json"])
async def test_no_cache_keeps_what_a_door_answers(name: str, portal: Portal) -> None:
    """Neither the answer nor the refusal: who signs out leaves nothing on the disk."""
    method, path = name.split()
    request = good_request(portal, method, path)
    if method == "GET":
        request.pop("json", None)
    for who in ("maya", None):
        reply = await portal.as_(who).request(method, IN_PATH.sub(SOME_ID, path), **request)
        kept = (reply.headers["Cache-Control"], reply.headers["Cross-Origin-Resource-Policy"])
        assert kept == ("no-store", "same-origin"), (who, reply.status_code)
