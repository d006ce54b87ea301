"""Settings of the video host for reports: an account for which this server signs uploads."""

import re
from dataclasses import dataclass, field

from environment.variables import BadSetting, Reader

API = "https://api.cloudinary.com"
ACCOUNT = re.compile(r"cloudinary://(?P<key>\d{6,20}):(?P<secret>[A-Za-z0-9_-]{16,64})@(?P<cloud>[a-z0-9_-]{1,64})")


@dataclass(frozen=True)
class VideoHost:
    """`api` is the URL to which browsers upload; the secret stays on this server."""

    api: str
    cloud: str
    key: str
    secret: str = field(repr=False)


def read_video_host(reader: Reader) -> VideoHost | None:
    """The account, or None if videos are in our own storage. Raises BadSetting, without the secret."""
    raw = reader.text("CLOUDINARY_URL", "")
    if not raw:
        return None
    account_match = ACCOUNT.fullmatch(raw)
    if account_match is None:
        raise BadSetting("CLOUDINARY_URL", "an account like cloudinary://key:secret@cloud")
    return VideoHost(api=reader.address("CLOUDINARY_API", API), **account_match.groupdict())
