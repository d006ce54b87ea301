"""Sets and removes the pictures of admins, which clients and other admins see beside their messages and reports.

The claim of a file is the only record of a portrait. Its `row_id` is the id of the admin's user.
"""

from uuid import UUID

from clients.access import must_be_admin
from core.actor import Actor
from files import queries
from files.buckets import PORTRAITS
from files.errors import TypeNotSupported
from files.queries import PORTRAITS_APP
from files.services import claim, release
from sync.writes.exclusive_lock import key_of, wait_in_transaction

# Checked by the content, because a file's content may have another format than its extension.
TYPES = frozenset({"image/jpeg", "image/png", "image/webp"})


def set_portrait(*, actor: Actor, url: str) -> str:
    """Make an uploaded file the admin's picture; an empty `url` removes it. The next sweep deletes the old file.

    Returns the picture's address. Raises AdminsOnly, FileNotFound, TypeNotSupported.
    """
    must_be_admin(actor)
    wait_in_transaction(key_of(actor.id))  # so that a user never has two portraits
    if url and url == queries.portrait_of(user_id=actor.id):
        return url
    release(app=PORTRAITS_APP, row_id=actor.id)
    if not url:
        return ""
    file = claim(actor=actor, url=url, bucket=PORTRAITS, app=PORTRAITS_APP, row_id=actor.id)
    if file.type not in TYPES:
        raise TypeNotSupported(PORTRAITS.not_supported)
    return file.url


def remove_portrait(*, user_id: UUID) -> None:
    """Remove the portrait of a user who is no longer an admin."""
    release(app=PORTRAITS_APP, row_id=user_id)
