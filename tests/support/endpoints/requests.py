"""A valid request for each endpoint, as a signed-in user sends it."""

import re
from base64 import b64encode
from collections.abc import Callable

from tests.support.apps.files import TUS
from tests.support.apps.push import KEYS
from tests.support.endpoints import chatbot_requests
from tests.support.portal.agency import Json, Portal

IN_PATH = re.compile(r"\{\w+\}")
SOME_ID = "01890000-0000-7000-8000-000000000000"
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
    "create-setup-intent": {},
    "erase-account": {"nonce": "123456"},
    "erase-account-code": {},
    "export-data": {},
    "confirm-checkout": {"session_id": "cs_1"},
    "create-checkout-session": CHECKOUT,
    "save-payment-method": {"setup_intent": "seti_1"},
    "sign-video-upload": {"id": SOME_ID},
    "stripe-checkout": CHECKOUT,
    "stripe-webhook": {},
    "unsubscribe": {},
}
EMAIL = {"email": "maya@portal.example"}
SIGN_IN: dict[str, Json] = {
    "POST /auth/v1/callback": {},
    "POST /auth/v1/factors": {"factor_type": "totp", "friendly_name": "Mine"},
    "POST /auth/v1/factors/{factor_id}/challenge": {},
    "POST /auth/v1/factors/{factor_id}/verify": {"challenge_id": SOME_ID, "code": "123456"},
    "POST /auth/v1/logout": {},
    "POST /auth/v1/otp": EMAIL,
    "POST /auth/v1/recover": EMAIL,
    "POST /auth/v1/resend": EMAIL | {"type": "signup"},
    "POST /auth/v1/signup": EMAIL | {"password": "correct horse battery"},
    "POST /auth/v1/sso": {"domain": "portal.example"},
    "POST /auth/v1/token": EMAIL | {"password": "correct horse battery"},
    "POST /auth/v1/verify": EMAIL | {"type": "email", "token": "123456"},
    "POST /auth/v1/verify/press": {},
    "PUT /auth/v1/user": {"data": {}},
}
# Endpoints whose request has neither a query nor a body.
NO_FIELDS = {
    "DELETE /auth/v1/factors/{factor_id}",
    "DELETE /auth/v1/user/identities/{identity_id}",
    "DELETE /rest/v1/messages/{message_id}",
    "DELETE /rest/v1/push_devices/{device_id}",
    "DELETE /rest/v1/report_publications/{report_id}",
    "DELETE /rest/v1/sessions/{session_id}",
    "GET /auth/v1/.well-known/jwks.json",
    "GET /auth/v1/authorize",
    "GET /auth/v1/callback",
    "GET /auth/v1/health",
    "GET /auth/v1/reauthenticate",
    "GET /auth/v1/settings",
    "GET /auth/v1/user",
    "GET /auth/v1/user/identities/authorize",
    "GET /auth/v1/verify",
    "GET /embeds/chatbot/{token}",
    "GET /functions/v1/export-data/{token}",
    "GET /functions/v1/google-properties",
    "GET /functions/v1/unsubscribe",
    "GET /health/live",
    "GET /health/ready",
    "GET /rest/v1/admin_sign_ins",
    "GET /rest/v1/audit_log",
    "GET /rest/v1/connections",
    "GET /rest/v1/installation",
    "GET /rest/v1/performance_scores/{score_id}",
    "GET /rest/v1/products",
    "GET /rest/v1/recovery_codes",
    "GET /rest/v1/report_calendar",
    "GET /rest/v1/report_posters/{report_id}",
    "GET /rest/v1/sessions",
    "GET /rest/v1/stripe_user_subscriptions",
    "GET /storage/v1/object/{bucket}/{name}",
    "POST /rest/v1/push_devices/{device_id}/test",
    "POST /rest/v1/recovery_codes",
}
NOTIFICATIONS = {
    "/rest/v1/notices": {"id": SOME_ID, "n": 1, "what": "shown"},
    "/rest/v1/notice_wishes": {"is_quiet": True},
    "/rest/v1/push_devices": {"endpoint": "https://push.example/one", "p256dh": KEYS[0], "auth": KEYS[1]},
}
VIDEO = {"id": SOME_ID, "video_url": "https://a.example/x.mp4", "posted_at": "2026-11-23"}
REPORTS: dict[str, Callable[[str], Json]] = {
    "/rest/v1/reports": lambda client: {"id": SOME_ID, "client_id": client, "title": "T", "content": {}},
    "/rest/v1/reports/{report_id}": lambda client: {"title": "T"},
    "/rest/v1/report_publications": lambda client: {"id": SOME_ID, "when": "now"},
    "/rest/v1/report_views": lambda client: {"report_id": SOME_ID},
    "/rest/v1/client_videos": lambda client: VIDEO | {"client_id": client},
}
OF_A_CLIENT = {f"/rest/v1/{name}" for name in ("performance_scores", "scan_runs", "scan_tasks", "stripe_subscriptions")}
SOME_ID_64 = b64encode(SOME_ID.encode()).decode()
NEW_CLIENT = {"company_name": "New", "contact_name": "Nell", "contact_email": "nell@portal.example"}
# The admin dashboard's requests about a client.
ADMIN: dict[str, Callable[[str], Json]] = {
    "/rest/v1/client_access": lambda client: {"client_ids": [client], "status": "inactive"},
    "/rest/v1/client_attention": lambda client: {"id": client, "until": None},
    "/rest/v1/client_imports": lambda client: {"file": "Y29tcGFueSxjb250YWN0LGVtYWlsCg==", "dry_run": False},
    "/rest/v1/effect_retries": lambda client: {"kind": None},
    "/rest/v1/client_invitations": lambda client: {"client_id": client},
    "/rest/v1/client_links": lambda client: {"client_id": client},
    "/rest/v1/client_views": lambda client: {"client_id": client},
    "/rest/v1/clients": lambda client: {"id": SOME_ID} | NEW_CLIENT,
    "/rest/v1/clients/{client_id}": lambda client: {"phone": "555 0101"},
    "/rest/v1/portraits": lambda client: {"url": ""},
    "/rest/v1/weekly_mail_tests": lambda client: {"client_id": client},
    "/rest/v1/thread_resolutions": lambda client: {"id": client, "resolved_to": SOME_ID, "is_resolved": True},
    "/rest/v1/website_settings": lambda client: {"primary_color": "#112233"},
}


def good_request(portal: Portal, method: str, path: str) -> Json:
    """A valid request for this endpoint, because an invalid one could be rejected for another reason.

    Raises KeyError for an endpoint that has no request here.
    """
    name = f"{method} {path}"
    if name in NO_FIELDS:
        return {}
    if name in SIGN_IN:
        return {"json": SIGN_IN[name]}
    if name in chatbot_requests.REQUESTS:
        return {"params": chatbot_requests.PARAMS, "json": chatbot_requests.REQUESTS[name]}
    maya = str(portal.clients["maya"])
    if name == "PATCH /rest/v1/clients":
        return {"json": {"notify_reports": False}}
    if path == "/rest/v1/onboarding":
        return {"json": {"website_url": "https://harbor.example"}}
    if path in OF_A_CLIENT:
        return {"params": {"client_id": maya}, "json": {"client_id": maya}}
    if path in REPORTS:
        return {"params": {"client_id": maya}, "json": REPORTS[path](maya)}
    if path in {"/rest/v1/messages", "/rest/v1/messages/search", "/realtime/v1/rows", "/rest/v1/weekly_mails"}:
        query = {"client_id": maya, "words": "x", "s": f"c:{maya}", "tbl": "messages"}
        return {"params": query, "json": portal.message()}
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
    if path in ADMIN:
        return {"json": ADMIN[path](maya)}
    if path == "/functions/v1/create-portal-session":
        return {"json": {"clientId": maya}}
    if path == "/realtime/v1/bootstrap":
        return {"json": {"s": f"c:{maya}"}}
    return {"json": FUNCTIONS[path.removeprefix("/functions/v1/")]}
