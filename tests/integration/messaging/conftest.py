"""Gives the searches of these tests enough time."""

import pytest

from messaging import api


@pytest.fixture(autouse=True)
def search_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search reads all messages even on a busy machine, unless a test sets a deadline."""
    monkeypatch.setattr(api, "SEARCH_TIMEOUT_S", 60.0)
