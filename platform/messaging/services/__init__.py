"""Writes of threads: send messages, take them back, move markers, resolve them, and index messages for the search."""

from messaging.services.files import APP
from messaging.services.read_markers import mark_delivered, mark_read
from messaging.services.resolutions import resolve_thread
from messaging.services.search_index import add_entries, renew_entries
from messaging.services.sending import SentMessage, send_message
from messaging.services.taking_back import forget_taken_back, take_back

__all__ = [
    "APP",
    "SentMessage",
    "add_entries",
    "forget_taken_back",
    "mark_delivered",
    "mark_read",
    "renew_entries",
    "resolve_thread",
    "send_message",
    "take_back",
]
