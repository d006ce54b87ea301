"""Schemas of messages and threads. HTTP responses, first loads and WebSocket frames use the same ones."""

from typing import Annotated
from uuid import UUID

from ninja import Schema
from pydantic import AfterValidator, AwareDatetime, ConfigDict, Field

from clients.schemas import Timestamp
from core.clock import in_utc
from core.text import is_visible, without_nul
from sync.schemas import NewRowId, RowOut

CONTENT_MAX = 20_000
CARD_TEXT_MAX = 80

SearchWords = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(without_nul)]


def _one_line(text: str) -> str:
    if not text.isprintable() or not is_visible(text):
        raise ValueError("This is not a line of text")
    return text


CardText = Annotated[str, Field(max_length=CARD_TEXT_MAX), AfterValidator(_one_line)]


class MessageCardIn(Schema):
    """A figure as the sender saw it. `as_of` is null if it was never measured."""

    model_config = ConfigDict(extra="forbid")

    label: CardText
    value: CardText
    period: CardText
    as_of: Annotated[AwareDatetime, AfterValidator(in_utc)] | None
    source: CardText


FileText = Annotated[str, Field(max_length=400)]


class MessageIn(Schema):
    """A new message.

    `attachment_url` is the address of a file that was uploaded before. `sender_id` and the other attachment fields must
    match the server's data.
    """

    model_config = ConfigDict(extra="forbid")

    id: NewRowId
    client_id: UUID
    content: Annotated[str, Field(max_length=CONTENT_MAX), AfterValidator(without_nul)]
    card: MessageCardIn | None = None
    sender_id: UUID | None = None
    attachment_url: FileText | None = None
    attachment_name: FileText | None = None
    attachment_type: FileText | None = None
    attachment_size: int | None = None


class ReadIn(Schema):
    """The last message that the caller's side has read in the thread of client `id`."""

    model_config = ConfigDict(extra="forbid")

    id: UUID
    read_to: UUID


class ResolutionIn(Schema):
    """Marks the thread of client `id` up to message `resolved_to` as needing no answer, or undoes exactly that."""

    model_config = ConfigDict(extra="forbid")

    id: UUID
    resolved_to: UUID
    is_resolved: bool


class MessageCardOut(RowOut):
    """A row of `message_cards`."""

    label: str
    value: str
    period: str
    as_of: Timestamp | None
    source: str


class MessageOut(RowOut):
    """A row of `messages`, with its card if it has one."""

    id: UUID
    v: int
    client_id: UUID
    content: str
    sender_id: UUID | None
    sender_role: str
    sender_name: str
    attachment_url: str | None
    attachment_name: str | None
    attachment_type: str | None
    attachment_size: int | None
    attachment_width: int | None
    attachment_height: int | None
    card: MessageCardOut | None = None
    created_at: Timestamp
    removed_at: Timestamp | None


class TakenBackOut(RowOut):
    """A message that was taken back before it arrived. The server rejects it if it arrives."""

    id: UUID
    client_id: UUID


class ThreadOut(RowOut):
    """A row of `threads`; its id is the client's."""

    id: UUID
    v: int
    last_message_id: UUID | None
    last_message_at: Timestamp | None
    last_message_preview: str
    last_message_role: str | None
    provider_delivered_created_at: Timestamp | None
    provider_unread: int
    provider_read_to: UUID | None
    provider_read_created_at: Timestamp | None
    provider_read_at: Timestamp | None
    provider_read_by: str | None
    client_delivered_created_at: Timestamp | None
    client_unread: int
    client_read_to: UUID | None
    client_read_created_at: Timestamp | None
    client_read_at: Timestamp | None


class ThreadResolutionOut(RowOut):
    """A row of `thread_resolutions`; its id is the client's. Messages up to `resolved_created_at` need no answer."""

    id: UUID
    v: int
    resolved_created_at: Timestamp | None
    resolved_at: Timestamp | None
    resolved_by: str


class SearchOut(Schema):
    """The newest messages that contain the words, newest first. `incomplete` is true if there may be older ones."""

    rows: list[MessageOut]
    incomplete: bool


class HistoryOut(Schema):
    """A page of a thread. `next` is the next page's `after` for `order=asc`, else its `before`."""

    rows: list[MessageOut]
    next: str | None
