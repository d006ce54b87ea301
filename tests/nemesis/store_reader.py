"""What the store has, as the oracle reads it, and what of it a person may see."""

import re
from dataclasses import dataclass
from typing import Any
from uuid import UUID

# What a device shows of each table; dates and names of columns aside it is the row itself.
SHOWN = {
    "messages": ("client_id", "content", "sender_role", "v"),
    "threads": ("last_message_id", "last_message_preview", "client_unread", "provider_unread", "v"),
    "clients": ("company_name", "contact_email", "v"),
    "admins": ("name", "email", "v"),
    "notices": ("user_id", "side", "title", "body", "n", "v"),
    "client_attention": ("points", "snoozed_by", "v"),
}
Rows = dict[str, dict[str, dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Others:
    """What was written with apps, and to which threads; of what is unwanted, how it begins."""

    texts: set[str]
    unwanted: set[str]
    threads: set[str]


def visible(rows: Rows, streams: set[str]) -> Rows:
    own = {stream.partition(":")[2] for stream in streams}
    column = {"messages": "client_id", "threads": "id", "clients": "id", "notices": "user_id"}
    theirs = {
        tbl: {id: row for id, row in rows[tbl].items() if tbl in column and str(row[column[tbl]]) in own}
        for tbl in rows
    }
    return {**rows, "notices": theirs["notices"]} if "w" in streams else theirs


def plain(value: object) -> object:
    """A UUID as text, as either store has it."""
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, str) and re.fullmatch(r"[0-9a-f]{32}", value):
        return str(UUID(value))
    return value
