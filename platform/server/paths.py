"""The path table: paths of the server, of the public site and of the app. All others redirect to `/`."""

# Each path includes everything below it. One that ends with a slash has no page without it.
SERVER_PATHS = (
    "/auth/v1/",
    "/rest/v1/",
    "/realtime/v1",
    "/storage/v1/",
    "/functions/v1/",
    "/embeds/",
    "/health/",
    "/metrics",
    "/csp-reports",
    "/setup",
    "/theme.css",
    "/manifest.webmanifest",
    "/robots.txt",
    "/sitemap.xml",
    "/sw.js",
    "/assets/",
)
# The public pages, and their names in the build: pwa/src/site/pages.tsx.
PUBLIC = {"/": "landing", "/pricing": "pricing", "/terms": "terms", "/privacy": "privacy"}
# The app's screens, each with everything below it.
SCREENS = ("/auth", "/dashboard", "/checkout/success", "/add-payment-method", "/connect-ga", "/oauth2callback")


def is_server_path(path: str) -> bool:
    """Whether `path` belongs to the server."""
    return any(path == own or path.startswith(f"{own.rstrip('/')}/") for own in SERVER_PATHS)


def is_file(path: str) -> bool:
    """Whether the last part of `path` has a dot, so that a missing one responds 404 instead of a redirect."""
    return "." in path.rsplit("/", 1)[-1]


def public_page(path: str) -> str | None:
    """The name of the public page at `path`, with or without a slash at its end."""
    return PUBLIC.get(path.rstrip("/") or "/")


def is_screen(path: str) -> bool:
    """Whether `path` is a screen of the app, or something below one."""
    return f"{path}/".startswith(tuple(f"{screen}/" for screen in SCREENS))
