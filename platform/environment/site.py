"""Settings of the site: its address, name and time zone, and the proxy in front of it."""

from environment.setting import Group
from environment.values import address, header, optional, patterns, title, zone

GROUP = Group("Address and name")
SITE_URL = GROUP.setting(
    "SITE_URL",
    address,
    "The address at which browsers reach the server through the proxy. Phones need https.",
    default_text="http://localhost:PORT",
    unit="scheme, host and port",
    example="https://portal.example.com",
    is_chosen=True,
)
PRODUCT_NAME = GROUP.setting(
    "PRODUCT_NAME",
    title,
    "The name that clients read on every page and email.",
    default="Pulseboard",
    unit="at most 60 characters",
    example="Pulseboard",
    is_chosen=True,
)
TIME_ZONE = GROUP.setting(
    "TIME_ZONE",
    zone,
    'The provider\'s time zone, which defines "Friday" and "this week".',
    default="UTC",
    unit="name of the tz database",
    example="Europe/Berlin",
    is_chosen=True,
)
TRUSTED_ADDRESS_HEADER = GROUP.setting(
    "TRUSTED_ADDRESS_HEADER",
    optional(header),
    "The header in which your proxy sends the client's address, for rate limits and for the list of signed-in devices."
    " The proxy must set the header itself; the last of several values counts. Caddy: X-Forwarded-For.",
    default_text="none; the address of the connection counts",
    unit="name of a header",
    example="X-Forwarded-For",
    is_chosen=True,
)
AUTH_REDIRECTS = GROUP.setting(
    "AUTH_REDIRECTS",
    patterns,
    "Redirect URLs that links in emails may use besides SITE_URL: * matches part of a name, ** anything.",
    unit="URLs with commas between them",
    example="https://*.example.com/**",
)
