"""The queue of ephemeral items of one connection: keeps the newest of each kind and subject, and may drop any."""

from collections.abc import Hashable

Item = dict[str, object]
TYPING, PRESENCE, REPLY = "typing", "presence", "reply"


class EphemeralQueue:
    """Waiting items; an empty queue allocates nothing."""

    __slots__ = ("_items",)

    def __init__(self) -> None:
        self._items: dict[Hashable, Item] | None = None

    def put(self, item: Item) -> None:
        """Queue `item`; it replaces an older one of the same subject."""
        self._items = self._items or {}
        key = (item["k"], item["thread"], item.get("by"))
        self._items.pop(key, None)
        self._items[key] = item

    def take(self, *, under_pressure: bool) -> list[Item]:
        """The items to send now. Under pressure: returns none, drops typing and replies, and keeps presence (EP1)."""
        items = list((self._items or {}).values())
        if not under_pressure:
            self._items = None
            return items
        waiting = {key: item for key, item in (self._items or {}).items() if item["k"] == PRESENCE}
        self._items = waiting or None
        return []

    @property
    def is_empty(self) -> bool:
        return not self._items
