"""Settings of website scans, which either PageSpeed Insights or Lighthouse on this machine runs."""

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network

from environment.setting import Group, Reader
from environment.values import address, file, networks, number, optional, secret, user

SCAN_RUNS_MAX = 5  # the lease of a scan is long enough for them

GROUP = Group("Scans of clients' websites")
PAGESPEED_KEY = GROUP.setting(
    "PAGESPEED_KEY",
    optional(secret),
    "A key of PageSpeed Insights, with which Google measures.",
    default_text="none; this machine measures, with Chromium and what `make lighthouse` installs",
    unit="at least 16 characters",
    example="AIzaSy...",
    is_secret=True,
)
PAGESPEED_API = GROUP.setting(
    "PAGESPEED_API",
    address,
    "The address of PageSpeed Insights. Only tests change it.",
    default="https://www.googleapis.com",
    unit="URL",
    example="https://www.googleapis.com",
)
SCAN_USER = GROUP.setting(
    "SCAN_USER",
    optional(user),
    "The user of this machine as whom Chromium and the processes that read uploaded files run, if the server runs as"
    " root.",
    default_text="the server's own user",
    unit="name of a user",
    example="nobody",
)
SCAN_PRIVATE = GROUP.setting(
    "SCAN_PRIVATE",
    networks,
    "Networks that scans may reach besides public addresses.",
    unit="networks with commas between them",
    example="192.168.7.0/24,10.1.0.0/16",
)
SCAN_RUNS = GROUP.setting(
    "SCAN_RUNS",
    number(1, SCAN_RUNS_MAX),
    "The number of measurements for each scan on this machine; the middle one counts.",
    default="3",
    unit=f"measurements, 1 to {SCAN_RUNS_MAX}",
    example="3",
)
CHROMIUM = GROUP.setting(
    "CHROMIUM",
    optional(file),
    "The browser that measures.",
    default_text="Debian's, or the first Chromium in the search path",
    unit="path",
    example="/usr/bin/chromium",
)


@dataclass(frozen=True)
class ScanSettings:
    """Without `key` this machine scans, with the browser `chromium` (None: search for one), as `user` (None: the
    server's own). `private` are networks that scans may reach besides public addresses; `runs` is the number of
    measurements per scan."""

    api: str
    key: str | None
    private: tuple[IPv4Network | IPv6Network, ...]
    runs: int
    chromium: str | None
    user: str | None


def read_scan_settings(reader: Reader) -> ScanSettings:
    """The settings from the environment. Raises BadSetting."""
    chromium = reader.read(CHROMIUM)
    return ScanSettings(
        api=reader.read(PAGESPEED_API),
        key=reader.read(PAGESPEED_KEY),
        private=reader.read(SCAN_PRIVATE),
        runs=reader.read(SCAN_RUNS),
        chromium=str(chromium) if chromium else None,
        user=reader.read(SCAN_USER),
    )
