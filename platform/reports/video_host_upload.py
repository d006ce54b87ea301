"""Signs an upload to the video host, so that a browser needs no secret."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha1
from uuid import UUID

from django.conf import settings


@dataclass(frozen=True, slots=True)
class SignedUpload:
    """The URL to upload a video to, and the fields to send with it; the host accepts them for an hour."""

    address: str
    fields: dict[str, str]


def signed_upload(video_id: UUID, at: datetime) -> SignedUpload | None:
    """A signed upload of one new MP4 under this id, or None if no host is set up."""
    host = settings.VIDEO_HOST
    if host is None:
        return None
    fields = {
        "allowed_formats": "mp4",
        "overwrite": "false",
        "public_id": f"reports/{video_id}",
        "timestamp": str(int(at.timestamp())),
    }
    credentials = {"api_key": host.key, "signature": signature(fields, host.secret)}
    return SignedUpload(f"{host.api}/v1_1/{host.cloud}/video/upload", fields | credentials)


def signature(fields: Mapping[str, str], secret: str) -> str:
    """The signature that the host checks: a SHA-1 of the fields, sorted by name, and the account's secret."""
    text = "&".join(f"{name}={fields[name]}" for name in sorted(fields))
    return sha1(f"{text}{secret}".encode(), usedforsecurity=False).hexdigest()
