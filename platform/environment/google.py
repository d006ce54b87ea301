"""Settings of Google's sign-in and analytics. A demo uses the keys and addresses of the sandbox."""

from dataclasses import dataclass

from environment.setting import BadSetting, Group, Reader
from environment.values import address, optional, switch, text

GROUP = Group(
    "Google",
    "Sign-in with Google: the keys of an OAuth client that allows SITE_URL/auth/v1/callback. The same keys read Google"
    " Analytics for clients, if the OAuth client allows SITE_URL/oauth2callback too and its project has the Google"
    " Analytics Data API and the Google Analytics Admin API turned on.",
)
GOOGLE_CLIENT_ID = GROUP.setting(
    "GOOGLE_CLIENT_ID",
    optional(text),
    "The OAuth client. Both or neither of these two.",
    unit="text",
    example="1234.apps.googleusercontent.com",
)
GOOGLE_CLIENT_SECRET = GROUP.setting(
    "GOOGLE_CLIENT_SECRET",
    optional(text),
    "The secret of the OAuth client.",
    unit="text",
    example="GOCSPX-...",
    is_secret=True,
)
GOOGLE_SEARCH_CONSOLE = GROUP.setting(
    "GOOGLE_SEARCH_CONSOLE",
    switch,
    "Whether the API also connects Search Console. No screen has a button for that or shows its data yet.",
    default="0",
    unit="0 or 1",
    example="0",
)
GOOGLE_ISSUER = GROUP.setting(
    "GOOGLE_ISSUER",
    address,
    "The address of the sign-in. Only tests change it.",
    default="https://accounts.google.com",
    unit="URL",
    example="https://accounts.google.com",
)
GOOGLE_DATA_API = GROUP.setting(
    "GOOGLE_DATA_API",
    address,
    "The address of the Data API. Only tests change it.",
    default="https://analyticsdata.googleapis.com",
    unit="URL",
    example="https://analyticsdata.googleapis.com",
)
GOOGLE_ADMIN_API = GROUP.setting(
    "GOOGLE_ADMIN_API",
    address,
    "The address of the Admin API. Only tests change it.",
    default="https://analyticsadmin.googleapis.com",
    unit="URL",
    example="https://analyticsadmin.googleapis.com",
)


@dataclass(frozen=True)
class Google:
    """The keys and addresses of Google. Either both keys are set or none."""

    issuer: str
    client_id: str | None
    client_secret: str | None
    data_api: str
    admin_api: str


def read_google(reader: Reader, sandbox: str | None) -> Google:
    """The keys and addresses. Without keys, the addresses are the URL `sandbox`, if given. Raises BadSetting."""
    client_id, client_secret = reader.read(GOOGLE_CLIENT_ID), reader.read(GOOGLE_CLIENT_SECRET)
    if bool(client_id) != bool(client_secret):
        raise BadSetting(
            (GOOGLE_CLIENT_SECRET if client_id else GOOGLE_CLIENT_ID).name,
            "set both the id and the secret of the OAuth client, or neither",
        )
    fake = sandbox if client_id is None else None
    return Google(
        issuer=reader.read(GOOGLE_ISSUER, fake),
        client_id="sandbox" if fake else client_id,
        client_secret="sandbox" if fake else client_secret,
        data_api=reader.read(GOOGLE_DATA_API, fake),
        admin_api=reader.read(GOOGLE_ADMIN_API, fake),
    )
