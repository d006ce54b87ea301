"""How the headers of our mails are written: an address of a page stands whole in its line, as mail programs read it."""

from email.headerregistry import BaseHeader, HeaderRegistry
from email.policy import EmailPolicy, Policy
from typing import Any


class Unfolded(BaseHeader):
    """A header of printable ASCII that is written as it is.

    The library takes an address of a page for words: it would fold a long one into encoded words (RFC 2047), which RFC
    8058 has no room for.
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
