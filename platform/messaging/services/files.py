"""Attaches an uploaded file to a message. The message owns the file until the message is taken back."""

from dataclasses import asdict

from core.actor import Actor
from files import services as files
from files.buckets import ATTACHMENTS
from messaging.errors import FieldMismatch
from messaging.message_parts import FileClaims
from messaging.models import Message

APP = "messages"
NO_FILE = {f"attachment_{name}": None for name in ("url", "name", "type", "size", "width", "height")}


def attach(message: Message, actor: Actor, url: str) -> None:
    """Claim the actor's own uploaded file for the message, and copy the file's data into it. Raises FileNotFound."""
    file = files.claim(actor=actor, url=url, bucket=ATTACHMENTS, app=APP, row_id=message.id)
    message.attachment_url, message.attachment_name = file.url, file.title
    message.attachment_type, message.attachment_size = file.type, file.size
    message.attachment_width, message.attachment_height = file.width, file.height


def check_claims(message: Message, claims: FileClaims) -> None:
    """Raises FieldMismatch for the first claim that differs from the message's file."""
    for name, claimed in asdict(claims).items():
        if claimed is not None and claimed != getattr(message, name):
            raise FieldMismatch(name, "This does not match the uploaded file")
