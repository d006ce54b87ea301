"""A text file that is compressed once for all visitors."""

import gzip
from dataclasses import dataclass
from hashlib import blake2b


@dataclass(frozen=True, slots=True)
class Compressed:
    """A file's bytes, their gzip form, and their ETag."""

    content: bytes
    gzipped: bytes
    etag: str


def compressed(text: str) -> Compressed:
    """The file with this text, in UTF-8."""
    content = text.encode()
    return Compressed(content, gzip.compress(content, mtime=0), f'W/"{blake2b(content, digest_size=12).hexdigest()}"')
