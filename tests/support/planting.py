"""Makes miniature trees, so that a wall can be shown a breach and be seen to catch it; and reports breaches."""

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

# The breaches in the tree below a folder.
Wall = Callable[[Path], list[str]]


def plant(root: Path, files: dict[str, str]) -> Path:
    """Write `files` (name below `root` -> text, dedented) and return `root`."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return root


def assert_clean(breaches: list[str]) -> None:
    """Fail with nothing but the breaches, one a line: each says where it is and what to do instead."""
    if breaches:
        pytest.fail("\n".join(breaches), pytrace=False)
