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
    "erase-account": {"nonce": "123456"},
    "export-data": {},
    "confirm-checkout": {"session_id": "cs_1"},
    "create-checkout-session": CHECKOUT,
    "save-payment-method": {"setup_intent": "seti_1"},
    "sign-video-upload": {"id": SOME_ID},
    "stripe-checkout": CHECKOUT,
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
    """A valid request for this endpoint, because an invalid one could be rejected for another reason."""
    if f"{method} {path}" in chatbot_requests.REQUESTS:
        return {"params": chatbot_requests.PARAMS, "json": chatbot_requests.REQUESTS[f"{method} {path}"]}
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
    if path.startswith("/functions/v1/"):
        return {"json": FUNCTIONS.get(path.rpartition("/")[2], {"clientId": maya})}
    return {"json": {"s": f"c:{maya}"}}
