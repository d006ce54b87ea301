"""The page that runs a client's chatbot script in an opaque origin, without the portal's cookies, storage or pages.

The page is served to a frame only. The Content-Security-Policy of the surrounding page keeps the frame at this address.
"""

from uuid import UUID

from django.core import signing

from core.actor import Actor
from core.expiring_signer import ExpiringSigner

SALT = "chatbots.embed"
LIFETIME_S = 300
# The script may load anything from other hosts over TLS. It cannot leave its frame or act as this origin.
HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "sandbox allow-scripts allow-forms allow-popups",
            "default-src 'none'",
            "script-src https: 'unsafe-inline' 'unsafe-eval'",
            "style-src https: 'unsafe-inline'",
            "img-src https: data: blob:",
            "font-src https: data:",
            "media-src https: blob:",
            "connect-src https: wss:",
            "frame-src https:",
            "form-action https:",
            "base-uri 'none'",
            "frame-ancestors 'self'",
        )
    ),
    "Content-Type": "text/html; charset=utf-8",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Chatbot</title>
<style>html,body{{margin:0;height:100%;background:#fff}}</style></head>
<body>
{script}
</body>
</html>
"""
EXPIRED = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Expired</title>
<body style="font:15px system-ui;padding:2rem;text-align:center;color:#475164">This chat has expired. Load it again.
"""
NOT_IN_FRAME = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Chatbot</title>
<body style="font:15px system-ui;padding:2rem;text-align:center;color:#475164">This chat opens inside the dashboard.
"""


def address(*, actor: Actor, client_id: UUID) -> str:
    """The path of a client's page, for this user and session only. It is valid for `LIFETIME_S`."""
    token = ExpiringSigner(salt=SALT).sign_object([str(client_id), str(actor.id), str(actor.session_id)])
    return f"/embeds/chatbot/{token}"


def read_token(token: str) -> tuple[Actor, UUID] | None:
    """The actor (user and session) and the client of a token; None if it is invalid or expired."""
    try:
        client_id, user_id, session_id = map(UUID, ExpiringSigner(salt=SALT).unsign_object(token, max_age=LIFETIME_S))
    except (signing.BadSignature, ValueError):
        return None
    return Actor(id=user_id, session_id=session_id, email="", expires_at=0), client_id
