"""An upload to the video host: what may be sent there is decided and signed here, so a browser needs no secret."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha1
from uuid import UUID

from django.conf import settings


@dataclass(frozen=True, slots=True)
class SignedUpload:
    """Where a video is sent, and the fields to send with it; the host takes them for an hour."""

    address: str
    fields: dict[str, str]


def signed_upload(video_id: UUID, moment: datetime) -> SignedUpload | None:
    """One new MP4 under this id; None where there is no host."""
    host = settings.VIDEO_HOST
    if host is None:
        return None
    said = {
        "allowed_formats": "mp4",
        "overwrite": "false",
        "public_id": f"reports/{video_id}",
        "timestamp": str(int(moment.timestamp())),
    }
    known = {"api_key": host.key, "signature": signature(said, host.secret)}
    return SignedUpload(f"{host.api}/v1_1/{host.cloud}/video/upload", said | known)


def signature(fields: Mapping[str, str], secret: str) -> str:
    """What the host compares with: a digest of the fields, by name, and of the account's secret."""
    text = "&".join(f"{name}={fields[name]}" for name in sorted(fields))
    return sha1(f"{text}{secret}".encode(), usedforsecurity=False).hexdigest()
