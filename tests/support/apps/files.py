"""A device that uploads with tus, and small files of every kind.

Imports no models, because benchmarks use it without Django's set-up.
"""

import io
import zipfile
import zlib
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

import httpx
import pypdfium2
import pytest
from PIL import Image
from pytest_django import Settings

from core.ids import uuid7
from files.providers.storage.backend import file_storage


def picture(width: int, height: int, kind: str = "PNG", **how: object) -> bytes:
    """A picture of one colour."""
    output = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(output, kind, **how)
    return output.getvalue()


def page_of(width: int, height: int) -> bytes:
    """A PDF of one empty page of this size in points."""
    output = io.BytesIO()
    document = pypdfium2.PdfDocument.new()
    document.new_page(width, height)
    document.save(output)
    return output.getvalue()


def slow_page() -> bytes:
    """A PDF of 600 bytes whose only page takes a minute to draw: blended lines that cover it again and again."""
    lines = zlib.compress(b"/g gs 0 0 m 100 900 300 -400 600 800 c 20 w S\n" * 300)
    blending = b"/Resources<</ExtGState<</g<</CA .5/BM/Luminosity>>>>>>"
    page = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R%b>>" % blending
    content = b"<</Filter/FlateDecode/Length %d>>stream\n%b\nendstream" % (len(lines), lines)
    tree = (b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", page, content)
    document, offsets = b"%PDF-1.7\n", b""
    for number, item in enumerate(tree, start=1):
        offsets += b"%010d 00000 n \n" % len(document)
        document += b"%d 0 obj%bendobj\n" % (number, item)
    table = b"xref\n0 5\n0000000000 65535 f \n%btrailer<</Size 5/Root 1 0 R>>\n" % offsets
    return b"%b%bstartxref\n%d\n%%%%EOF" % (document, table, len(document))


RESUMABLE = "/storage/v1/upload/resumable"
TUS = {"Tus-Resumable": "1.0.0"}
PNG = picture(2, 3)
PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
MP4 = bytes.fromhex("000000206674797069736f6d0000020069736f6d69736f32617663316d703431") + bytes(1000)
OLD_WORD = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(1000)
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
HTML = b"<!doctype html><script>alert(1)</script>"


def archive(name: str = "word/document.xml", size: int = 1) -> bytes:
    """A ZIP with one file of `size` zero bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as zip_file:
        zip_file.writestr(name, bytes(size))
    return packed.getvalue()


@dataclass
class Sender:
    """One upload of a user's device."""

    http: httpx.AsyncClient
    bucket: str = "message-attachments"
    id: UUID = field(default_factory=uuid7)

    @property
    def place(self) -> str:
        return f"{RESUMABLE}/{self.id}"

    async def begin(self, name: str, length: int, *, declared_type: str = "", **headers: str) -> httpx.Response:
        """Create an upload of `length` bytes; `declared_type` is the declared file type."""
        words = {"id": str(self.id), "bucket": self.bucket, "filename": name} | (
            {"filetype": declared_type} if declared_type else {}
        )
        metadata = ",".join(f"{key} {b64encode(value.encode()).decode()}" for key, value in words.items())
        upload_headers = {**TUS, "Upload-Length": str(length), "Upload-Metadata": metadata, **headers}
        return await self.http.post(RESUMABLE, headers=upload_headers)

    async def part(self, offset: int, content: bytes, **headers: str) -> httpx.Response:
        part_headers = {
            **TUS,
            "Upload-Offset": str(offset),
            "Content-Type": "application/offset+octet-stream",
            **headers,
        }
        return await self.http.patch(self.place, content=content, headers=part_headers)

    async def status(self) -> httpx.Response:
        return await self.http.head(self.place, headers=TUS)

    async def end(self) -> httpx.Response:
        return await self.http.delete(self.place, headers=TUS)

    async def send(
        self, name: str, content: bytes, *, declared_type: str = "", part: int = 4_000_000
    ) -> httpx.Response:
        """Upload a file in parts of `part` bytes; returns the last response, or the first error."""
        reply = await self.begin(name, len(content), declared_type=declared_type)
        for start in range(0, len(content), part):
            if reply.is_error:
                break
            reply = await self.part(start, content[start : start + part])
        return reply

    async def upload(self, name: str, content: bytes) -> str:
        """Upload a file; returns its URL."""
        reply = await self.send(name, content)
        assert reply.status_code == 204, reply.text
        return reply.headers["Content-Location"]


async def signed(http: httpx.AsyncClient, url: str, variant: str = "file") -> str:
    """A signed URL at which this user may fetch a file, or its preview with `variant`."""
    reply = await http.post("/storage/v1/object/sign", json={"url": url, "variant": variant})
    assert reply.status_code == 200, reply.text
    return str(reply.json()["address"])


@pytest.fixture
def storage_folder(tmp_path: Path, settings: Settings) -> Iterator[Path]:
    """The folder that stores the files of one test."""
    settings.DATA_DIR = tmp_path
    file_storage.cache_clear()
    yield tmp_path / "files"
    file_storage.cache_clear()


def files_in(folder: Path) -> list[Path]:
    """The files below a folder."""
    return [path for path in folder.rglob("*") if path.is_file()]
