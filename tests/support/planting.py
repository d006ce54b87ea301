"""Makes miniature trees, so that a wall can be shown a breach and be seen to catch it."""

from pathlib import Path
from textwrap import dedent


def plant(root: Path, files: dict[str, str]) -> Path:
    """Write `files` (name below `root` -> text, dedented) and return `root`."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return root
