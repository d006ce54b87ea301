"""Writes of threads: send a message, take one back, move a marker."""

from messaging.services.files import ROOM
from messaging.services.marking import mark_delivered, mark_read
from messaging.services.sending import Sent, send_message
from messaging.services.taking_back import take_back

__all__ = ["ROOM", "Sent", "mark_delivered", "mark_read", "send_message", "take_back"]
