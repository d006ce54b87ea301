"""The path table: which addresses belong to the server, to the public site and to the app; the rest leads to `/`."""

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
    "/robots.txt",
    "/sitemap.xml",
    "/sw.js",
    "/assets/",
)
# The public pages, and the file of the build that each of them is: pwa/src/site/pages.tsx.
PUBLIC = {"/": "landing", "/pricing": "pricing", "/terms": "terms", "/privacy": "privacy"}
# The app's screens, each with everything below it.
SCREENS = ("/auth", "/dashboard", "/checkout/success", "/add-payment-method", "/connect-ga", "/oauth2callback")


def is_door(path: str) -> bool:
    """Whether `path` belongs to the server."""
    return path.startswith(DOORS)


def is_file(path: str) -> bool:
    """Whether `path` is named like a file; one that does not exist leads nowhere."""
    return "." in path.rsplit("/", 1)[-1]


def public_page(path: str) -> str | None:
    """The name of the public page at `path`, with or without a slash at its end."""
    return PUBLIC.get(path.rstrip("/") or "/")


def is_screen(path: str) -> bool:
    """Whether `path` is a screen of the app, or something below one."""
    return f"{path}/".startswith(tuple(f"{screen}/" for screen in SCREENS))
