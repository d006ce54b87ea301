"""Reads the environment variables once, into types. A wrong value stops the start; the error names the variable."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from environment.backups import BackupSettings, read_backup_settings
from environment.file_bucket import FileBucket, read_file_bucket
from environment.language_model import ChatSettings, read_chat_settings
from environment.scanning import ScanSettings, read_scan_settings
from environment.secret_files import with_secret_files
from environment.stripe_account import StripeAccount, read_stripe
from environment.variables import LEVELS, PORTS, POSTGRESQL, THIS_MACHINE, BadSetting, Reader
from environment.video_host import VideoHost, read_video_host

GOOGLE = "https://accounts.google.com"
GOOGLE_DATA_API = "https://analyticsdata.googleapis.com"
GOOGLE_ADMIN_API = "https://analyticsadmin.googleapis.com"
SMS = "https://account:token@api.twilio.com"


@dataclass(frozen=True)
class Environment:
    """All settings from environment variables; times in seconds."""

    root: Path
    data_dir: Path
    port: int
    demo: bool
    sandbox_port: int
    database_url: str | None
    redis_url: str | None
    secret_key: str | None
    secret_key_former: str | None
    site_url: str
    product_name: str
    time_zone: str
    auth_autoconfirm: bool
    auth_reuse_interval_s: int
    auth_signing_jwk_file: Path | None
    auth_redirects: tuple[str, ...]
    auth_mail_cooldown_s: int
    auth_rate_limits: bool
    auth_secure_password_change: bool
    auth_current_password: bool
    auth_reauthentication_s: int
    auth_pwned_url: str | None
    auth_test_phone: dict[str, str]
    auth_manual_linking: bool
    auth_anonymous: bool
    auth_admin_second_factor: bool
    google_issuer: str
    google_client_id: str | None
    google_client_secret: str | None
    google_data_api: str
    google_admin_api: str
    google_search_console: bool
    sms_url: str | None
    sms_from: str
    sms_countries: tuple[str, ...]
    sms_per_day: int
    stripe: StripeAccount
    scanning: ScanSettings
    chatting: ChatSettings
    files_bucket: FileBucket | None
    backups: BackupSettings | None
    video_host: VideoHost | None
    push_private: tuple[IPv4Network | IPv6Network, ...]
    vapid_jwk_file: Path | None
    trusted_address_header: str | None
    email_url: str | None
    mail_from: str
    mail_reply_to: str
    access_token_s: int
    sockets_per_user: int
    metrics_token: str | None
    metrics_dir: Path | None
    log_level: str


def read_environment(env: Mapping[str, str], root: Path) -> Environment:
    """Parse `env`. Raises BadSetting with the name of the first wrong variable."""
    reader = Reader(with_secret_files(env))
    port = reader.number("PORT", 8000, low=PORTS[0], high=PORTS[-1])
    demo = reader.switch("DEMO", False)
    database_url = reader.service("DATABASE_URL", {"postgres", "postgresql"}, POSTGRESQL)
    if database_url and not urlsplit(database_url).path.strip("/"):
        raise BadSetting("DATABASE_URL", f"an address like {POSTGRESQL}")
    redis_url = reader.service("REDIS_URL", {"redis", "rediss", "unix"}, "redis://host:6379/0")
    if redis_url and not database_url:
        raise BadSetting("DATABASE_URL", "processes that share Redis share a PostgreSQL too")
    sandbox_port = reader.number("SANDBOX_PORT", port % PORTS[-1] + 1, low=PORTS[0], high=PORTS[-1])
    sandbox = f"http://127.0.0.1:{sandbox_port}"
    google_id, google_secret = (
        reader.text("GOOGLE_CLIENT_ID", "") or None,
        reader.text("GOOGLE_CLIENT_SECRET", "") or None,
    )
    if bool(google_id) != bool(google_secret):
        raise BadSetting("GOOGLE_CLIENT_SECRET" if google_id else "GOOGLE_CLIENT_ID", "the two go together")
    uses_fake_google = demo and google_id is None
    sms_url, test_phones = reader.service("SMS_URL", {"http", "https"}, SMS), reader.codes("AUTH_TEST_PHONE")
    if sms_url and not reader.text("SMS_FROM", ""):
        raise BadSetting("SMS_FROM", "the number that text messages come from")
    sms_countries = reader.calling_codes("SMS_COUNTRIES")
    if sms_url and not sms_countries:
        raise BadSetting("SMS_COUNTRIES", "the calling codes of the countries that get text messages, like 1,44,49")
    if sms_url and test_phones:
        raise BadSetting("AUTH_TEST_PHONE", "never with real text messages: whoever has that number signs in by it")
    jwk_file, vapid_file = reader.file("AUTH_SIGNING_JWK_FILE"), reader.file("VAPID_JWK_FILE")
    secret_key = reader.key("SECRET_KEY")
    site_url = reader.address("SITE_URL", f"http://localhost:{port}")
    autoconfirm = reader.switch("AUTH_AUTOCONFIRM", demo)
    if autoconfirm and not demo and urlsplit(site_url).hostname not in THIS_MACHINE:
        # Otherwise anybody could sign up with the address of a client, or of the future admin, and become that user.
        raise BadSetting("AUTH_AUTOCONFIRM", f"addresses are believed at {', '.join(THIS_MACHINE)} alone")
    keys = (("SECRET_KEY", secret_key), ("AUTH_SIGNING_JWK_FILE", jwk_file), ("VAPID_JWK_FILE", vapid_file))
    for name, value in keys:
        if database_url and not value:
            raise BadSetting(name, "keys come from the environment when the database is shared")
    return Environment(
        root=root,
        data_dir=Path(reader.text("DATA_DIR", str(root / "data"))).absolute(),
        port=port,
        demo=demo,
        sandbox_port=sandbox_port,
        database_url=database_url,
        redis_url=redis_url,
        secret_key=secret_key,
        # A former key may be shorter, because this is how installations replace a weak key.
        secret_key_former=reader.text("SECRET_KEY_FORMER", "") or None,
        site_url=site_url,
        product_name=reader.title("PRODUCT_NAME", "Pulseboard"),
        time_zone=reader.zone("TIME_ZONE", "UTC"),
        auth_autoconfirm=autoconfirm,
        auth_reuse_interval_s=reader.number("AUTH_REUSE_INTERVAL_S", 10, low=0, high=3600),
        auth_signing_jwk_file=jwk_file,
        auth_redirects=reader.patterns("AUTH_REDIRECTS"),
        auth_mail_cooldown_s=reader.number("AUTH_MAIL_COOLDOWN_S", 60, low=0, high=3600),
        auth_rate_limits=reader.switch("AUTH_RATE_LIMITS", True),
        auth_secure_password_change=reader.switch("AUTH_SECURE_PASSWORD_CHANGE", False),
        auth_current_password=reader.switch("AUTH_CURRENT_PASSWORD", True),
        auth_reauthentication_s=reader.number("AUTH_REAUTHENTICATION_S", 600, low=0, high=86_400),
        auth_pwned_url=reader.address("AUTH_PWNED_URL", "") if reader.text("AUTH_PWNED_URL", "") else None,
        auth_test_phone=test_phones,
        auth_manual_linking=reader.switch("AUTH_MANUAL_LINKING", demo),
        auth_anonymous=reader.switch("AUTH_ANONYMOUS", False),
        auth_admin_second_factor=reader.switch("AUTH_ADMIN_SECOND_FACTOR", False),
        google_issuer=reader.address("GOOGLE_ISSUER", sandbox if uses_fake_google else GOOGLE),
        google_client_id="sandbox" if uses_fake_google else google_id,
        google_client_secret="sandbox" if uses_fake_google else google_secret,
        google_data_api=reader.address("GOOGLE_DATA_API", sandbox if uses_fake_google else GOOGLE_DATA_API),
        google_admin_api=reader.address("GOOGLE_ADMIN_API", sandbox if uses_fake_google else GOOGLE_ADMIN_API),
        google_search_console=reader.switch("GOOGLE_SEARCH_CONSOLE", False),
        sms_url=sms_url or (sandbox.replace("://", "://sandbox:sandbox@") if demo else None),
        sms_from=reader.text("SMS_FROM", "+15005550006" if demo else ""),
        # The demo's text messages are only files, so it allows all countries, by the first digits of calling codes.
        sms_countries=sms_countries or (tuple("123456789") if demo else ()),
        sms_per_day=reader.number("SMS_PER_DAY", 200, low=1, high=1_000_000),
        stripe=read_stripe(reader, sandbox if demo else None),
        scanning=read_scan_settings(reader),
        chatting=read_chat_settings(reader, sandbox if demo else None),
        files_bucket=read_file_bucket(reader),
        backups=read_backup_settings(reader),
        video_host=read_video_host(reader),
        push_private=reader.networks("PUSH_PRIVATE"),
        vapid_jwk_file=vapid_file,
        trusted_address_header=reader.header("TRUSTED_ADDRESS_HEADER"),
        email_url=reader.mail_server("EMAIL_URL"),
        mail_from=reader.mailbox("MAIL_FROM", _own_mailbox(urlsplit(site_url))),
        mail_reply_to=reader.mailbox(
            "MAIL_REPLY_TO", reader.text("MAIL_FROM", "") or _support_mailbox(urlsplit(site_url))
        ),
        access_token_s=reader.number("ACCESS_TOKEN_S", 3600, low=5, high=86400),
        sockets_per_user=reader.number("SOCKETS_PER_PERSON", 50, low=1, high=1_000_000),
        metrics_token=reader.secret("METRICS_TOKEN"),
        metrics_dir=reader.folder("METRICS_DIR"),
        log_level=reader.choice("LOG_LEVEL", "WARNING", LEVELS),
    )


def _own_mailbox(site: SplitResult) -> str:
    host = site.hostname or ""
    return "no-reply@localhost" if ":" in host else f"no-reply@{host}"


def _support_mailbox(site: SplitResult) -> str:
    """The default reply address; it differs from the no-reply mailbox, which nobody reads."""
    host = site.hostname or ""
    return f"support@{'pulseboard.example' if host in THIS_MACHINE or ':' in host else host}"


def make_folder(name: str, path: Path) -> Path:
    """Create the folder `path`, if missing, for its owner only. Raises BadSetting with `name` if it is not writable."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetting(name, f"{path} cannot be made: {error.strerror}") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise BadSetting(name, f"{path} cannot be written to")
    return path
