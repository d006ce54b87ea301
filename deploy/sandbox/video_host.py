"""A fake of Cloudinary's upload API: signed uploads, whole or in parts, and the stored videos."""

import re
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path

from sandbox.server import Answer, Request, in_json

UPLOAD = re.compile(r"/v1_1/([a-z0-9_-]+)/video/upload")
STORED = re.compile(r"/([a-z0-9_-]+)/video/upload/v\d+/([A-Za-z0-9_/-]+)\.mp4")
ACCOUNT = re.compile(r"cloudinary://(?P<key>\d+):(?P<secret>[^@]+)@(?P<cloud>[a-z0-9_-]+)")
RANGE = re.compile(r"bytes (\d+)-(\d+)/(\d+)")
PUBLIC_ID = re.compile(r"[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)*")
CONTROL = "/sandbox/videos"
UNSIGNED_FIELDS = frozenset({"api_key", "signature"})
VALID_S, MIN_PART = 3600, 5 * 1024 * 1024
# Pages of another origin upload videos to this host, with custom headers.
CORS_HEADERS = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "X-Unique-Upload-Id, Content-Range"}


@dataclass(frozen=True, slots=True)
class Account:
    key: str
    secret: str
    cloud: str

    @classmethod
    def of(cls, address: str) -> "Account | None":
        """Return the account of `cloudinary://key:secret@cloud`, or None if the address is invalid."""
        match = ACCOUNT.fullmatch(address)
        return None if match is None else cls(**match.groupdict())


class UploadError(Exception):
    """An error with the host's status and message."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


class VideoHost:
    """Stores videos in a folder under their public ids; `address` is its own address."""

    def __init__(self, account: Account, folder: Path, address: str) -> None:
        self._account, self._folder, self._address = account, folder, address
        self._lock = threading.Lock()
        self._requests: list[str] = []
        self._failures_left = 0

    def answer(self, request: Request) -> Answer | None:
        if request.path == CONTROL:
            return self._control(request)
        if (match := STORED.fullmatch(request.path)) and request.method == "GET":
            return self._video(match[1], match[2])
        upload = UPLOAD.fullmatch(request.path)
        if upload is None:
            return None
        if request.method == "OPTIONS":
            return Answer(200, headers=CORS_HEADERS)
        try:
            with self._lock:
                body = self._receive(upload[1], request)
        except UploadError as error:
            rejection = in_json({"error": {"message": error.message}}, error.status)
            return Answer(rejection.status, rejection.body, rejection.kind, CORS_HEADERS)
        response = in_json(body)
        return Answer(response.status, response.body, response.kind, CORS_HEADERS)

    def _control(self, request: Request) -> Answer:
        """Return the received parts. A POST with `times` makes so many of the next parts fail with 503."""
        if request.method == "POST":
            self._requests, self._failures_left = [], int(request.form.get("times", "0"))
        return in_json({"requests": self._requests})

    def _video(self, cloud: str, public_id: str) -> Answer:
        path = self._path(public_id)
        if cloud != self._account.cloud or not path.is_file():
            return Answer(404, b"Not found", "text/plain")
        return Answer(200, path.read_bytes(), "video/mp4", CORS_HEADERS)

    def _receive(self, cloud: str, request: Request) -> dict[str, object]:
        """Store a part; return the response for it, or for the video after its last part. Raises `UploadError`."""
        content_range = request.headers.get("content-range", "")
        self._requests.append(content_range)
        if self._failures_left:
            self._failures_left -= 1
            raise UploadError(503, "Service Unavailable")
        form = parts_of(request.headers.get("content-type", ""), request.body)
        part = form.pop("file", b"")
        fields = {name: value.decode("utf-8", "replace") for name, value in form.items()}
        self._check(cloud, fields)
        start, size = self._start_and_size(content_range, len(part))
        public_id = fields.get("public_id", "")
        if PUBLIC_ID.fullmatch(public_id) is None:
            raise UploadError(400, f"public_id ({public_id}) is invalid")
        is_last = start + len(part) == size
        if not is_last and len(part) < MIN_PART:
            raise UploadError(400, "All parts except EOF-chunk must be larger than 5mb")
        part_file = (
            self._folder
            / "coming"
            / sha1(request.headers.get("x-unique-upload-id", "").encode(), usedforsecurity=False).hexdigest()
        )
        part_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if start and not part_file.exists():
            raise UploadError(400, "The first part must come first")
        with part_file.open("r+b" if start else "wb") as file:
            file.seek(start)
            file.write(part)
        if not is_last:
            return {"done": False, "bytes": len(part), "public_id": public_id}
        return self._store(public_id, part_file, is_new=fields.get("overwrite") == "false")

    def _check(self, cloud: str, fields: Mapping[str, str]) -> None:
        """Check that the product signed the upload within the last hour. Raises `UploadError`."""
        if cloud != self._account.cloud:
            raise UploadError(401, f"Invalid cloud_name {cloud}")
        if fields.get("api_key") != self._account.key:
            raise UploadError(401, f"Unknown API key {fields.get('api_key', '')}")
        signed = "&".join(f"{name}={fields[name]}" for name in sorted(fields.keys() - UNSIGNED_FIELDS))
        signature = fields.get("signature", "")
        if sha1(f"{signed}{self._account.secret}".encode(), usedforsecurity=False).hexdigest() != signature:
            raise UploadError(401, f"Invalid Signature {signature}. String to sign - '{signed}'.")
        stamp = fields.get("timestamp", "")
        if not stamp.isdecimal() or int(stamp) < time.time() - VALID_S:
            raise UploadError(400, f"Stale request - reported time is {stamp} which is more than 1 hour ago")

    def _start_and_size(self, content_range: str, length: int) -> tuple[int, int]:
        """Return the part's start and the video's size. Without a range, the body is all of it. Raises `UploadError`."""
        if not content_range:
            return 0, length
        match = RANGE.fullmatch(content_range)
        if match is None or int(match[2]) - int(match[1]) + 1 != length:
            raise UploadError(400, f"Invalid Content-Range header: {content_range}")
        return int(match[1]), int(match[3])

    def _store(self, public_id: str, part_file: Path, *, is_new: bool) -> dict[str, object]:
        path = self._path(public_id)
        if part_file.read_bytes()[4:8] != b"ftyp":
            part_file.unlink()
            raise UploadError(400, "Unsupported video format or file")
        if not (is_new and path.exists()):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            part_file.rename(path)
        video_path = f"{self._account.cloud}/video/upload/v{int(path.stat().st_mtime)}/{public_id}.mp4"
        return {
            "public_id": public_id,
            "resource_type": "video",
            "format": "mp4",
            "bytes": path.stat().st_size,
            "url": f"{self._address}/{video_path}",
            "secure_url": f"https://res.cloudinary.com/{video_path}",
        }

    def _path(self, public_id: str) -> Path:
        return self._folder / "kept" / f"{public_id}.mp4"


def parts_of(kind: str, body: bytes) -> dict[str, bytes]:
    """Return the fields of a multipart/form-data body."""
    boundary = re.search(r'boundary="?([^";]+)', kind)
    fields: dict[str, bytes] = {}
    for part in body.split(b"--" + boundary[1].encode())[1:-1] if boundary else []:
        head, _, value = part.partition(b"\r\n\r\n")
        name = re.search(rb'name="([^"]*)"', head)
        if name is not None:
            fields[name[1].decode()] = value.removesuffix(b"\r\n")
    return fields
