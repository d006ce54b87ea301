"""The path table: which addresses belong to the server; every other one is the PWA."""

DOORS = (
    "/auth/v1/",
    "/rest/v1/",
    "/realtime/v1",
    "/storage/v1/",
    "/functions/v1/",
    "/embeds/",
    "/health/",
    "/metrics",
    "/setup",
    "/theme.css",
    "/manifest.webmanifest",
    "/sw.js",
    "/assets/",
)


def is_door(path: str) -> bool:
    """Whether `path` belongs to the server."""
    return path.startswith(DOORS)


def is_page(path: str) -> bool:
    """Whether `path` is a screen of the PWA; a file-like path that does not exist is not."""
    return not is_door(path) and "." not in path.rsplit("/", 1)[-1]
