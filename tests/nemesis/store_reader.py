"""The tables that the oracle compares, and the rows that a user may see."""

import re
from dataclasses import dataclass
from typing import Any
from uuid import UUID

# The compared columns of each table: those that a device shows, without dates.
SHOWN = {
    "messages": ("client_id", "content", "sender_role", "v"),
    "threads": ("last_message_id", "last_message_preview", "client_unread", "provider_unread", "v"),
    "clients": ("company_name", "contact_email", "v"),
    "admins": ("name", "email", "v"),
    "notices": ("user_id", "side", "title", "body", "n", "v"),
    "thread_resolutions": ("resolved_by", "v"),
    "client_attention": ("points", "snoozed_by", "v"),
    "scan_runs": ("client_id", "website_url", "state", "step", "performance_score", "v"),
    "performance_scores": ("client_id", "website_url", "performance_score", "v"),
    "scan_tasks": ("client_id", "title", "proof", "v"),
}
# Columns that decide which rows a device has and in which order; a device's rows do not contain all of them.
UNCOMPARED = {"messages": ("created_at",), "scan_runs": ("place",), "performance_scores": ("is_shown",)}
LATEST, PAST = 0, 2  # places of scans
Rows = dict[str, dict[str, dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class AppWrites:
    """The users of apps: their messages, the beginnings (`MESSAGE_START`) of those taken back, and their threads."""

    texts: set[str]
    taken_back: set[str]
    threads: set[str]


def visible(rows: Rows, streams: set[str]) -> Rows:
    """The rows that a user with these streams may see."""
    own_ids = {stream.partition(":")[2] for stream in streams}
    column = {"threads": "id", "clients": "id", "notices": "user_id"}
    column |= dict.fromkeys(("messages", "scan_runs", "performance_scores", "scan_tasks"), "client_id")
    own_rows = {
        tbl: {id: row for id, row in rows[tbl].items() if tbl in column and str(row[column[tbl]]) in own_ids}
        for tbl in rows
    }
    if "w" in streams:
        latest = {id: row for id, row in rows["scan_runs"].items() if row["place"] == LATEST}
        return {**rows, "notices": own_rows["notices"], "scan_runs": latest, "performance_scores": {}, "scan_tasks": {}}
    own_rows["scan_runs"] = {id: row for id, row in own_rows["scan_runs"].items() if row["place"] < PAST}
    own_rows["performance_scores"] = {id: row for id, row in own_rows["performance_scores"].items() if row["is_shown"]}
    return own_rows


def normalize(value: object) -> object:
    """A value with UUIDs as text with dashes, from either database."""
    if isinstance(value, UUID):
        return str(value)
    if isinstance(value, str) and re.fullmatch(r"[0-9a-f]{32}", value):
        return str(UUID(value))
    return value
