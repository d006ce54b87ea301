"""Settings of website scans: by a service with a key, or by Lighthouse on this machine."""

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network

from environment.variables import Reader

API = "https://www.googleapis.com"
RUNS = 3


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
    chromium = reader.file("CHROMIUM")
    return ScanSettings(
        api=reader.address("PAGESPEED_API", API),
        key=reader.secret("PAGESPEED_KEY"),
        private=reader.networks("SCAN_PRIVATE"),
        runs=reader.number("SCAN_RUNS", RUNS, low=1, high=5),
        chromium=str(chromium) if chromium else None,
        user=reader.user("SCAN_USER"),
    )
