"""The store of this test run, and a mark for test cases that `make test` runs on one store only."""

import os
from typing import Literal

import pytest

STORE: Literal["postgresql", "sqlite"] = "postgresql" if os.environ.get("STORE") == "postgresql" else "sqlite"


def brief_on(store: Literal["postgresql", "sqlite"]) -> pytest.MarkDecorator:
    """The mark of a case that `make test` runs on this store only, because the tested code is the same on both."""
    return pytest.mark.brief if store == STORE else pytest.mark.thorough
