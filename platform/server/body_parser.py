"""Parses request bodies: uses the value that `SignedIn` parsed off the event loop, or parses a small body here."""

from typing import Any

from django.http import HttpRequest
from ninja.parser import Parser

from core.json_text import LARGE, parsed
from sync.requests.signed_in import large_body


class StrictParser(Parser):
    """Replaces Ninja's parser, with which a body of 8 MB with a million unknown fields caused a response of 46 MB."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The body's value. Raises ValueError, which becomes the error `bad_json`."""
        return large_body(request) if len(request.body) > LARGE else parsed(request.body)
