"""Settings of the video host for reports: an account for which this server signs uploads."""

import re
from dataclasses import dataclass, field

from environment.setting import BadSetting, Group, Reader
from environment.values import address, optional

ACCOUNT = re.compile(r"cloudinary://(?P<key>\d{6,20}):(?P<secret>[A-Za-z0-9_-]{16,64})@(?P<cloud>[a-z0-9_-]{1,64})")


def _account(name: str, raw: str) -> dict[str, str]:
    account_match = ACCOUNT.fullmatch(raw)
    if account_match is None:
        raise BadSetting(name, "an account like cloudinary://key:secret@cloud")
    return account_match.groupdict()


GROUP = Group("Videos of reports")
CLOUDINARY_URL = GROUP.setting(
    "CLOUDINARY_URL",
    optional(_account),
    "The Cloudinary account to which browsers send the videos of reports; the server signs each upload.",
    default_text="none; videos are stored with the other files",
    unit="URL",
    example="cloudinary://123456789:...@cloud",
    is_secret=True,
)
CLOUDINARY_API = GROUP.setting(
    "CLOUDINARY_API",
    address,
    "The address of the video host. Only tests change it.",
    default="https://api.cloudinary.com",
    unit="URL",
    example="https://api.cloudinary.com",
)


@dataclass(frozen=True)
class VideoHost:
    """`api` is the URL to which browsers upload; the secret stays on this server."""

    api: str
    cloud: str
    key: str
    secret: str = field(repr=False)


def read_video_host(reader: Reader) -> VideoHost | None:
    """The account, or None if videos are in our own storage. Raises BadSetting, without the secret."""
    account = reader.read(CLOUDINARY_URL)
    return None if account is None else VideoHost(api=reader.read(CLOUDINARY_API), **account)
