"""Reads the environment variables once, into types. A wrong value stops the start; the error names the variable."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from urllib.parse import urlsplit

from environment import google as google_settings
from environment import mail_server, process, push, shared_store, sign_in, site, text_messages
from environment.backups import BackupSettings, read_backup_settings
from environment.file_bucket import FileBucket, read_file_bucket
from environment.google import read_google
from environment.language_model import ChatSettings, read_chat_settings
from environment.mail_server import THIS_MACHINE, own_mailbox, support_mailbox
from environment.retention import RetentionSettings, read_retention_settings
from environment.scanning import ScanSettings, read_scan_settings
from environment.secret_files import with_secret_files
from environment.setting import BadSetting, Reader
from environment.stripe_account import StripeAccount, read_stripe
from environment.telemetry import TelemetrySettings, read_telemetry_settings
from environment.text_messages import check_text_messages
from environment.values import PORTS
from environment.video_host import VideoHost, read_video_host


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
    auth_common_passwords: bool
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
    retention: RetentionSettings
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
    telemetry: TelemetrySettings


def read_environment(env: Mapping[str, str], root: Path) -> Environment:
    """Parse `env`. Raises BadSetting with the name of the first wrong variable."""
    reader = Reader(with_secret_files(env))
    read = reader.read
    port = read(process.PORT)
    demo = read(process.DEMO)
    database_url, redis_url = read(shared_store.DATABASE_URL), read(shared_store.REDIS_URL)
    _check_shared_store(reader, database_url, redis_url)
    sandbox_port = read(process.SANDBOX_PORT, str(port % PORTS[-1] + 1))
    sandbox = f"http://127.0.0.1:{sandbox_port}" if demo else None
    google = read_google(reader, sandbox)
    test_phones = read(sign_in.AUTH_TEST_PHONE)
    check_text_messages(reader, test_phones)
    site_url = read(site.SITE_URL, f"http://localhost:{port}")
    autoconfirm = read(sign_in.AUTH_AUTOCONFIRM, str(int(demo)))
    if autoconfirm and not demo and urlsplit(site_url).hostname not in THIS_MACHINE:
        # Otherwise anybody could sign up with the address of a client, or of the future admin, and become that user.
        raise BadSetting(
            sign_in.AUTH_AUTOCONFIRM.name, f"possible only if the host of SITE_URL is {', '.join(THIS_MACHINE)}"
        )
    return Environment(
        root=root,
        data_dir=read(process.DATA_DIR) or root / "data",
        port=port,
        demo=demo,
        sandbox_port=sandbox_port,
        database_url=database_url,
        redis_url=redis_url,
        secret_key=read(shared_store.SECRET_KEY),
        secret_key_former=read(shared_store.SECRET_KEY_FORMER),
        site_url=site_url,
        product_name=read(site.PRODUCT_NAME),
        time_zone=read(site.TIME_ZONE),
        auth_autoconfirm=autoconfirm,
        auth_reuse_interval_s=read(sign_in.AUTH_REUSE_INTERVAL_S),
        auth_signing_jwk_file=read(shared_store.AUTH_SIGNING_JWK_FILE),
        auth_redirects=read(site.AUTH_REDIRECTS),
        auth_mail_cooldown_s=read(sign_in.AUTH_MAIL_COOLDOWN_S),
        auth_rate_limits=read(sign_in.AUTH_RATE_LIMITS),
        auth_secure_password_change=read(sign_in.AUTH_SECURE_PASSWORD_CHANGE),
        auth_current_password=read(sign_in.AUTH_CURRENT_PASSWORD),
        auth_reauthentication_s=read(sign_in.AUTH_REAUTHENTICATION_S),
        auth_pwned_url=read(sign_in.AUTH_PWNED_URL),
        auth_common_passwords=read(sign_in.AUTH_COMMON_PASSWORDS, str(int(demo))),
        auth_test_phone=test_phones,
        auth_manual_linking=read(sign_in.AUTH_MANUAL_LINKING, str(int(demo))),
        auth_anonymous=read(sign_in.AUTH_ANONYMOUS),
        auth_admin_second_factor=read(sign_in.AUTH_ADMIN_SECOND_FACTOR),
        google_issuer=google.issuer,
        google_client_id=google.client_id,
        google_client_secret=google.client_secret,
        google_data_api=google.data_api,
        google_admin_api=google.admin_api,
        google_search_console=read(google_settings.GOOGLE_SEARCH_CONSOLE),
        sms_url=read(text_messages.SMS_URL) or (sandbox and sandbox.replace("://", "://sandbox:sandbox@")),
        sms_from=read(text_messages.SMS_FROM, "+15005550006" if demo else ""),
        # The demo's text messages are only files, so it allows all countries, by the first digits of calling codes.
        sms_countries=read(text_messages.SMS_COUNTRIES, "1,2,3,4,5,6,7,8,9" if demo else ""),
        sms_per_day=read(text_messages.SMS_PER_DAY),
        stripe=read_stripe(reader, sandbox),
        scanning=read_scan_settings(reader),
        chatting=read_chat_settings(reader, sandbox),
        files_bucket=read_file_bucket(reader),
        backups=read_backup_settings(reader),
        retention=read_retention_settings(reader),
        video_host=read_video_host(reader),
        push_private=read(push.PUSH_PRIVATE),
        vapid_jwk_file=read(shared_store.VAPID_JWK_FILE),
        trusted_address_header=read(site.TRUSTED_ADDRESS_HEADER),
        email_url=read(mail_server.EMAIL_URL),
        mail_from=read(mail_server.MAIL_FROM, own_mailbox(urlsplit(site_url))),
        mail_reply_to=_reply_address(reader, site_url),
        access_token_s=read(sign_in.ACCESS_TOKEN_S),
        sockets_per_user=read(process.SOCKETS_PER_USER),
        metrics_token=read(process.METRICS_TOKEN),
        metrics_dir=read(process.METRICS_DIR),
        log_level=read(process.LOG_LEVEL),
        telemetry=read_telemetry_settings(reader),
    )


def _check_shared_store(reader: Reader, database_url: str | None, redis_url: str | None) -> None:
    if redis_url and not database_url:
        raise BadSetting(
            shared_store.DATABASE_URL.name,
            "required with REDIS_URL, because processes that share a Redis also share a database",
        )
    for key in shared_store.KEYS:
        if database_url and not reader.is_set(key):
            raise BadSetting(
                key.name, "required with DATABASE_URL, because processes that share a database need the same keys"
            )


def _reply_address(reader: Reader, site_url: str) -> str:
    sender = reader.read(mail_server.MAIL_FROM) if reader.is_set(mail_server.MAIL_FROM) else None
    return reader.read(mail_server.MAIL_REPLY_TO, sender or support_mailbox(urlsplit(site_url)))


def make_folder(name: str, path: Path) -> Path:
    """Create the folder `path`, if missing, for its owner only. Raises BadSetting with `name` if it is not writable."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetting(name, f"{path} cannot be created: {error.strerror}") from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise BadSetting(name, f"{path} cannot be written to")
    return path
