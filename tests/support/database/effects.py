"""Stored effects by their handler, and reactions that exist in one test only."""

from collections.abc import Callable, Sequence

import pytest
from django.db.models import QuerySet

from sync.effects import reactions
from sync.models import Effect


def effects_of(handler: Callable[[str], None] | Callable[[Sequence[str]], None]) -> QuerySet[Effect]:
    """The stored effects that this handler runs."""
    return Effect.objects.filter(kind=reactions.reaction_of(handler).stored_name)


@pytest.fixture
def own_reactions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Removes the reactions that a test registers when it ends."""
    for name in ("_by_name", "_by_handler"):
        monkeypatch.setattr(reactions, name, dict(getattr(reactions, name)))
