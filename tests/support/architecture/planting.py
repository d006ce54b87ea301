"""Creates small source trees with breaches, to test that a check finds them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import dedent

import pytest

from tests.support.architecture.tree import ROOT

# Takes the root of a source tree; returns its breaches.
Check = Callable[[Path], list[str]]


def plant(root: Path, files: dict[str, str]) -> Path:
    """Write `files` (name below `root` -> text, dedented) and return `root`."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return root


def assert_clean(breaches: list[str]) -> None:
    """Fail the test if there are breaches, with one line for each and no traceback."""
    if breaches:
        pytest.fail("\n".join(breaches), pytrace=False)


def on_the_tree_and_on(
    good: dict[str, str], checks: Sequence[Check]
) -> tuple[Callable[..., None], Callable[..., None]]:
    """Two tests for each check: it finds no breach in this tree, and none in the tree made of `good`."""

    @pytest.mark.parametrize("check", checks)
    def this_tree(check: Check) -> None:
        assert_clean(check(ROOT))

    return this_tree, on_a_good_tree(good, checks)


def on_a_good_tree(good: dict[str, str], checks: Sequence[Check]) -> Callable[..., None]:
    """A test for each check: it finds no breach in the tree made of `good`. `make check` runs the check on this tree."""

    @pytest.mark.parametrize("check", checks)
    def good_tree(check: Check, tmp_path: Path) -> None:
        assert check(plant(tmp_path, good)) == []

    return good_tree
