"""Parses a video's URL into its service, id and the URL of a player. Pure."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal
from urllib.parse import SplitResult, parse_qs, unquote, urlencode, urlsplit

from core.text import with_few_marks
from reports.errors import BadVideo

Kind = Literal["youtube", "vimeo", "loom", "pictory", "file", "link", "upload"]

ADDRESS_MAX = 2000
SCHEMES = ("http", "https")
YOUTUBE = frozenset({"youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com", "youtu.be"})
COOKIELESS = frozenset({"youtube-nocookie.com", "www.youtube-nocookie.com"})
VIMEO = frozenset({"vimeo.com", "www.vimeo.com", "player.vimeo.com"})
LOOM = frozenset({"loom.com", "www.loom.com"})
PICTORY = frozenset({"pictory.ai", "www.pictory.ai", "app.pictory.ai", "video.pictory.ai"})
FILES = (".mp4", ".m4v", ".webm", ".ogg", ".ogv", ".mov")
SERVICES = ("youtube.com", "youtube-nocookie.com", "youtu.be", "vimeo.com", "vimeocdn.com", "loom.com", "pictory.ai")
SERVICE_HOSTS = re.compile(rf"(?:.+\.)?(?:{'|'.join(map(re.escape, SERVICES))})")
SERVICE_NAME = re.compile(r"youtube|vimeo|pictory|(?:^|[.-])(?:youtu\.be|loom\.com)(?:$|[.-])")
# Cyrillic and Greek letters, and digits, that look like the Latin letters of the services' names.
LOOKALIKES = str.maketrans("оуеітмсрьουνιτρ013", "oyeitmcpbouvitpole")

# The services promise no length of their ids, so any length up to a limit is accepted.
YOUTUBE_ID, VIMEO_ID = re.compile(r"[A-Za-z0-9_-]{1,64}"), re.compile(r"[0-9]{1,20}")
VIMEO_HASH, LOOM_ID = re.compile(r"[0-9a-f]{6,40}"), re.compile(r"[A-Za-z0-9_-]{1,64}")
# Loom puts the title before an id of 32 digits.
LOOM_TITLE = re.compile(r"^.*-(?=[0-9a-f]{32}$)")
START_TIME = re.compile(r"(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?")


@dataclass(frozen=True, slots=True)
class Video:
    """A video. `address` is the trimmed URL; `embed` the URL for a frame or player, None for a plain link.

    `id` is the service's id of the video, with the hash of an unlisted one (`76979871/8272103f6e`). An uploaded video
    has the `name` of its file and its `size` in bytes; it is played from signed URLs.
    """

    kind: Kind
    address: str
    embed: str | None
    id: str = ""
    name: str | None = None
    size: int | None = None


def read_video(typed: str) -> Video:
    """The video at a URL that a user typed. Raises BadVideo."""
    address = typed.strip()
    parts = _parts(address)
    host = (parts.hostname or "").rstrip(".")
    path = [unquote(segment) for segment in parts.path.split("/") if segment]
    video = _of_service(address, parts, host, path)
    if video is not None:
        return video
    if SERVICE_HOSTS.fullmatch(host) is None and _imitates_service(host):
        raise BadVideo
    # A page loaded over https must not play a file over http.
    if parts.scheme == "https" and parts.path.lower().endswith(FILES):
        return Video("file", address, address)
    return Video("link", address, None)


def _parts(address: str) -> SplitResult:
    """The parts of a web URL. Raises BadVideo."""
    try:
        parts = urlsplit(address)
        is_web_url = parts.scheme in SCHEMES and bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise BadVideo from None
    has_bad_character = any(char.isspace() or not char.isprintable() or char == "\\" for char in address)
    if not is_web_url or has_bad_character or parts.username is not None or len(address) > ADDRESS_MAX:
        raise BadVideo
    return parts


def _of_service(address: str, parts: SplitResult, host: str, path: list[str]) -> Video | None:
    """The video of a supported service, or None for any other URL, such as another page of the service."""
    if parts.port not in {None, 443, 80}:
        return None
    if host in YOUTUBE | COOKIELESS:
        return _youtube(address, parts, host, path)
    if host in VIMEO:
        return _vimeo(address, parts, path)
    if host in LOOM:
        return _loom(address, path)
    if host in PICTORY and parts.scheme == "https" and path:
        return Video("pictory", address, address)
    return None


def _youtube(address: str, parts: SplitResult, host: str, path: list[str]) -> Video | None:
    query = parse_qs(parts.query)
    if host == "youtu.be":
        video_id = path[0] if len(path) == 1 else ""
    elif path == ["watch"]:
        video_id = query.get("v", [""])[0]
    else:
        video_id = path[1] if len(path) == 2 and path[0] in {"embed", "shorts", "live", "v"} else ""
    if YOUTUBE_ID.fullmatch(video_id) is None:
        return None
    start = _seconds((query.get("t") or query.get("start") or [""])[0])
    suffix = f"?{urlencode({'start': start})}" if start else ""
    return Video("youtube", address, f"https://www.youtube-nocookie.com/embed/{video_id}{suffix}", video_id)


def _vimeo(address: str, parts: SplitResult, path: list[str]) -> Video | None:
    segments = path[1:] if path[:1] == ["video"] else path
    if segments[:1] in (["channels"], ["groups"]):
        segments = [segment for segment in segments[2:] if segment != "videos"]
    if not segments or len(segments) > 2 or VIMEO_ID.fullmatch(segments[0]) is None:
        return None
    video_id = segments[0]
    # An unlisted video needs its hash.
    video_hash = segments[1] if len(segments) == 2 else parse_qs(parts.query).get("h", [""])[0]
    if video_hash and VIMEO_HASH.fullmatch(video_hash) is None:
        return None
    query = urlencode({"dnt": "1"} | ({"h": video_hash} if video_hash else {}))
    full_id = f"{video_id}/{video_hash}" if video_hash else video_id
    return Video("vimeo", address, f"https://player.vimeo.com/video/{video_id}?{query}", full_id)


def _loom(address: str, path: list[str]) -> Video | None:
    video_id = LOOM_TITLE.sub("", path[1]) if len(path) == 2 and path[0] in {"share", "embed"} else ""
    if LOOM_ID.fullmatch(video_id) is None:
        return None
    return Video("loom", address, f"https://www.loom.com/embed/{video_id}", video_id)


def _seconds(text: str) -> int:
    """`90`, `90s` and `1h2m3s` as seconds; 0 for anything else."""
    match = START_TIME.fullmatch(text)
    hours, minutes, seconds = (int(part or 0) for part in match.groups()) if match else (0, 0, 0)
    return hours * 3600 + minutes * 60 + seconds


def _imitates_service(host: str) -> bool:
    """Whether a host contains a service's name or a look-alike of it."""
    try:
        decoded = host.encode("ascii").decode("idna") if "xn--" in host else host
    except UnicodeError:
        return True
    folded = unicodedata.normalize("NFKD", with_few_marks(decoded)).casefold()
    in_latin = "".join(char for char in folded if not unicodedata.combining(char)).translate(LOOKALIKES)
    return any(SERVICE_NAME.search(name) for name in (folded, in_latin))
