"""The header policy of mails: writes the URL to unsubscribe on one line, as RFC 8058 requires."""

from email.headerregistry import BaseHeader, HeaderRegistry
from email.policy import EmailPolicy, Policy
from typing import Any


class Unfolded(BaseHeader):
    """A header of printable ASCII that is written unchanged.

    The library treats a URL as words, and would fold a long one into encoded words (RFC 2047), which RFC 8058 does not
    allow.
    """

    max_count = 1

    @classmethod
    def parse(cls, value: str, kwds: dict[str, Any]) -> None:
        kwds["parse_tree"] = None
        kwds["decoded"] = value

    def fold(self, *, policy: Policy) -> str:
        return f"{self.name}: {self}{policy.linesep}"


_registry = HeaderRegistry()
_registry.map_to_type("list-unsubscribe", Unfolded)
HEADERS = EmailPolicy(header_factory=_registry)
