"""Writes of a client's chatbot page: the embed script, and the Google sheet with the chats."""

from urllib.parse import unquote, urlsplit
from uuid import UUID

from accounts import access as accounts_access
from chatbots import access
from chatbots.embeds.embed_code import is_script
from chatbots.errors import BadScript, BadSheet
from chatbots.models import Embed, HistorySheet
from clients import services as clients
from core.actor import Actor
from core.clock import now
from sync.log import changes

SHEETS_HOST, SHEETS_PATH = "docs.google.com", "/spreadsheets/"


def save_embed(*, actor: Actor, client_id: UUID, embed_url: str) -> Embed:
    """Store a client's script as `store_embed` does, if the admin has recently proved their identity.

    The proof is needed because the script runs in the client's browser.
    Raises RecentProofNeeded, and what `store_embed` raises.
    """
    access.must_be_admin(actor)
    accounts_access.must_have_recent_proof(actor)
    return store_embed(actor=actor, client_id=client_id, embed_url=embed_url)


def store_embed(*, actor: Actor, client_id: UUID, embed_url: str) -> Embed:
    """Store a client's script and audit the previous one. Raises AdminsOnly, ClientNotFound, BadScript."""
    access.must_be_admin(actor)
    access.must_access_client(actor, client_id)
    if not is_script(embed_url):
        raise BadScript
    code = embed_url.strip()
    new = Embed(id=client_id, client_id=client_id, embed_url=code)
    row = changes.locked_or_stored(new)
    before = "" if row is new else row.embed_url
    if before == code:
        return row
    if row is not new:
        changes.update(row, embed_url=code, updated_at=now())
    clients.audit(actor_id=actor.id, action="embed.saved", subject=str(client_id), before=before)
    return row


def save_sheet(*, actor: Actor, client_id: UUID, sheets_url: str) -> HistorySheet:
    """Store the address of a client's sheet. Raises AdminsOnly, ClientNotFound, BadSheet."""
    access.must_be_admin(actor)
    access.must_access_client(actor, client_id)
    url = sheets_url.strip()
    if not _is_sheet(url):
        raise BadSheet
    new = HistorySheet(id=client_id, client_id=client_id, sheets_url=url)
    row = changes.locked_or_stored(new)
    if row is not new:
        if row.sheets_url == url:
            return row
        changes.update(row, sheets_url=url, updated_at=now())
    clients.audit(actor_id=actor.id, action="sheet.saved", subject=str(client_id))
    return row


def _is_sheet(url: str) -> bool:
    """Whether a URL leads to a Google sheet, even after a browser has resolved the dots in its path."""
    try:
        parts = urlsplit(url)
        is_standard = parts.username is None and parts.port in {None, 443}
    except ValueError:
        return False
    segments = unquote(parts.path).replace("\\", "/").split("/")  # browsers read a backslash as a slash
    has_dot_segments = any(segment in {".", ".."} for segment in segments)
    return (
        parts.scheme == "https"
        and parts.hostname == SHEETS_HOST
        and is_standard
        and parts.path.startswith(SHEETS_PATH)
        and not has_dot_segments
    )
