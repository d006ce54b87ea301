"""SHA-256 digests of a copy and of its files, in the format of sha256sum."""

import hashlib
from collections.abc import Mapping
from pathlib import Path


def digest_of(copy: Path) -> str:
    """The SHA-256 of a file in hexadecimal digits."""
    with copy.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def lines_of(folder: str, digests: Mapping[str, str]) -> str:
    """A line for each file: digest, two spaces, and the path with `folder` before it. Keys are paths in the folder."""
    return "".join(f"{digest}  {folder}/{name}\n" for name, digest in sorted(digests.items()))


def damage_in(folder: Path, lines: str) -> list[str]:
    """A message for each file in `folder` that differs from `lines`. Raises ValueError if `lines` has another format.

    Only the part of each path after its first folder counts, because an operator may have renamed the copy.
    """
    result = []
    for line in lines.splitlines():
        expected, path = line.split("  ", 1)
        _, name = path.split("/", 1)
        file = folder / name
        if not file.is_file():
            result.append(f"{file} is missing")
        elif digest_of(file) != expected:
            result.append(f"{file} is not the file that was saved")
    return result
