"""How the endpoints read a body: what `SignedIn` has parsed beside the event loop, or the body as it is."""

from typing import Any

from django.http import HttpRequest
from ninja.parser import Parser

from core.json_text import LARGE, parsed
from sync.requests.signed_in import large_body


class StrictParser(Parser):
    """Ninja answers each of a million unknown fields with an error of its own: 46 MB for a body of 8."""

    def parse_body(self, request: HttpRequest) -> Any:
        """The body's value. Raises ValueError, which is answered as `bad_json`."""
        return large_body(request) if len(request.body) > LARGE else parsed(request.body)
