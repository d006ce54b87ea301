"""The path table: which addresses belong to the server; every other one is the PWA.

As a program it prints the table for the service worker: `make contracts` keeps it.
"""

DOORS = (
    "/auth/v1/",
    "/rest/v1/",
    "/realtime/v1",
    "/storage/v1/",
    "/functions/v1/",
    "/embeds/",
    "/health/",
    "/metrics",
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


if __name__ == "__main__":
    print("// How the server's own addresses begin. Made from platform/config/paths.py by `make contracts`.")
    print("export const DOORS = [", *(f"  '{door}'," for door in DOORS), "] as const", sep="\n")
