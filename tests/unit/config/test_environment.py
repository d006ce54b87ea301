"""The environment: the defaults of all settings, and an environment that sets all of them.

Over 250 lines because it lists the settings three times: as defaults, as variables and as the result.
"""

from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path

import pytest

from environment.backups import BackupSettings
from environment.catalogue import SETTINGS
from environment.environment import Environment, read_environment
from environment.file_bucket import FileBucket
from environment.language_model import ChatSettings
from environment.retention import RetentionSettings
from environment.scanning import ScanSettings
from environment.setting import BadSetting
from environment.stripe_account import StripeAccount
from environment.telemetry import TelemetrySettings
from environment.video_host import VideoHost

ROOT = Path("/srv/portal")
DEFAULTS = Environment(
    root=ROOT,
    data_dir=ROOT / "data",
    port=8000,
    demo=False,
    sandbox_port=8001,
    database_url=None,
    redis_url=None,
    secret_key=None,
    secret_key_former=None,
    site_url="http://localhost:8000",
    product_name="Pulseboard",
    time_zone="UTC",
    auth_autoconfirm=False,
    auth_reuse_interval_s=10,
    auth_signing_jwk_file=None,
    auth_redirects=(),
    auth_mail_cooldown_s=60,
    auth_rate_limits=True,
    auth_secure_password_change=False,
    auth_current_password=True,
    auth_reauthentication_s=600,
    auth_pwned_url=None,
    auth_common_passwords=False,
    auth_test_phone={},
    auth_manual_linking=False,
    auth_anonymous=False,
    auth_admin_second_factor=False,
    google_issuer="https://accounts.google.com",
    google_client_id=None,
    google_client_secret=None,
    google_data_api="https://analyticsdata.googleapis.com",
    google_admin_api="https://analyticsadmin.googleapis.com",
    google_search_console=False,
    sms_url=None,
    sms_from="",
    sms_countries=(),
    sms_per_day=200,
    stripe=StripeAccount("https://api.stripe.com", "https://js.stripe.com/v3/", None, None, None),
    scanning=ScanSettings("https://www.googleapis.com", None, (), 3, None, None),
    chatting=ChatSettings("https://api.openai.com", None),
    files_bucket=None,
    video_host=None,
    push_private=(),
    vapid_jwk_file=None,
    trusted_address_header=None,
    email_url=None,
    mail_from="no-reply@localhost",
    mail_reply_to="support@pulseboard.example",
    access_token_s=3600,
    sockets_per_user=50,
    metrics_token=None,
    metrics_dir=None,
    log_level="WARNING",
    backups=None,
    retention=RetentionSettings(14, 30, 60, None, None, None),
    telemetry=TelemetrySettings(None, 100, None),
)
POSTGRESQL = "postgresql://portal:secret@db/portal"


@pytest.fixture
def jwk(tmp_path: Path) -> str:
    path = tmp_path / "own.jwk"
    path.write_text("{}")
    return str(path)


def test_an_empty_environment_gives_the_defaults() -> None:
    assert read_environment({}, ROOT) == DEFAULTS


def test_a_blank_variable_counts_as_unset() -> None:
    assert read_environment(dict.fromkeys(SETTINGS, "  "), ROOT) == DEFAULTS


@pytest.fixture
def env(jwk: str) -> dict[str, str]:
    """A value of each variable except AUTH_TEST_PHONE, which is not possible together with SMS_URL."""
    return {
        "PORT": " 9000 ",
        "DEMO": "1",
        "DATA_DIR": "/var/lib/portal",
        "DATABASE_URL": POSTGRESQL,
        "REDIS_URL": "redis://cache:6379/1",
        "SECRET_KEY": "very secret, and long enough for a key",
        "SECRET_KEY_FORMER": "once secret",
        "SITE_URL": "https://portal.example/",
        "PRODUCT_NAME": "Lighthouse Works",
        "TIME_ZONE": "Europe/Berlin",
        "AUTH_AUTOCONFIRM": "0",
        "AUTH_REUSE_INTERVAL_S": "0",
        "AUTH_SIGNING_JWK_FILE": jwk,
        "PUSH_PRIVATE": "127.0.0.0/8",
        "VAPID_JWK_FILE": jwk,
        "AUTH_REDIRECTS": "https://*.example.com/**, app.example://callback",
        "AUTH_MAIL_COOLDOWN_S": "0",
        "AUTH_RATE_LIMITS": "off",
        "AUTH_SECURE_PASSWORD_CHANGE": "on",
        "AUTH_CURRENT_PASSWORD": "off",
        "AUTH_REAUTHENTICATION_S": "60",
        "AUTH_PWNED_URL": "https://range.example",
        "AUTH_COMMON_PASSWORDS": "0",
        "AUTH_MANUAL_LINKING": "0",
        "AUTH_ANONYMOUS": "on",
        "AUTH_ADMIN_SECOND_FACTOR": "on",
        "GOOGLE_ISSUER": "https://issuer.example",
        "GOOGLE_CLIENT_ID": "portal",
        "GOOGLE_CLIENT_SECRET": "said to nobody",
        "GOOGLE_DATA_API": "https://data.example",
        "GOOGLE_ADMIN_API": "https://admin.example",
        "GOOGLE_SEARCH_CONSOLE": "1",
        "STRIPE_API": "https://stripe.example",
        "STRIPE_JS": "https://js.stripe.example/basil/stripe.js",
        "STRIPE_SECRET_KEY": "sk_test_1",
        "STRIPE_PUBLISHABLE_KEY": "pk_test_1",
        "STRIPE_WEBHOOK_SECRET": "whsec_1",
        "OPENAI_BASE_URL": "https://models.example",
        "OPENAI_API_KEY": "sk-1",
        "CHAT_MODELS": "gpt-4o = gpt-5, gpt-3.5-turbo=gpt-5-mini",
        "CHAT_MODEL_INSTEAD": "gpt-5-nano",
        "CHAT_PROMPT_TOKENS": "2000",
        "CHAT_REPLY_TOKENS": "300",
        "CHAT_USD_IN": "0.5",
        "CHAT_USD_OUT": "1.5",
        "CHAT_MONTHLY_USD": "7",
        "CHAT_EMBEDDINGS": "text-embedding-3-large",
        "CHAT_USD_EMBEDDINGS": "0.02",
        "CHAT_PER_MINUTE": "3",
        "CHAT_PER_DAY": "30",
        "SMS_URL": "https://account:token@sms.example",
        "SMS_FROM": "+15550199",
        "SMS_COUNTRIES": "44, 49",
        "SMS_PER_DAY": "50",
        "CLOUDINARY_URL": "cloudinary://123456789:sixteen_letters-@cloud",
        "CLOUDINARY_API": "https://videos.example",
        "CHAT_WITHIN_S": "20",
        "PAGESPEED_API": "https://speed.example",
        "S3_BUCKET": "files",
        "S3_ENDPOINT": "https://s3.example",
        "S3_REGION": "eu-west-1",
        "S3_ACCESS_KEY": "key",
        "S3_SECRET_KEY": "secret",
        "PAGESPEED_KEY": "sixteen letters..",
        "SCAN_PRIVATE": "10.1.0.0/16, ::1",
        "SCAN_RUNS": "5",
        "SCAN_USER": "nobody",
        "CHROMIUM": jwk,
        "SANDBOX_PORT": "9100",
        "TRUSTED_ADDRESS_HEADER": "X-Real-IP",
        "EMAIL_URL": "smtps://me:secret@mail.example",
        "MAIL_FROM": "hello@portal.example",
        "MAIL_REPLY_TO": "help@portal.example",
        "ACCESS_TOKEN_S": "120",
        "SOCKETS_PER_USER": "7",
        "METRICS_TOKEN": "sixteen characters",
        "METRICS_DIR": "/run/portal/metrics",
        "LOG_LEVEL": "info",
        "BACKUP_DIR": "/var/backups/portal",
        "BACKUP_KEEP_DAYS": "30",
        "KEEP_LOG_DAYS": "20",
        "KEEP_MAIL_DAYS": "7",
        "KEEP_NOTICE_DAYS": "90",
        "KEEP_CHAT_DAYS": "365",
        "KEEP_SESSION_DAYS": "180",
        "MAX_SESSION_DAYS": "90",
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://collector.example:4318",
        "TRACE_PERCENT": "5",
        "SENTRY_DSN": "https://key@sentry.example/1",
    }


# The variables that others in `env` require.
REQUIRED = {
    "DATABASE_URL",
    *("SECRET_KEY", "AUTH_SIGNING_JWK_FILE", "VAPID_JWK_FILE"),
    *("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"),
    *("SMS_FROM", "SMS_COUNTRIES"),
    *("STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY", "STRIPE_WEBHOOK_SECRET"),
    *("S3_ACCESS_KEY", "S3_SECRET_KEY"),
}


@pytest.mark.parametrize("name", [name for name in SETTINGS if name not in {"AUTH_TEST_PHONE", *REQUIRED}])
def test_each_variable_has_an_effect_of_its_own(name: str, env: dict[str, str]) -> None:
    whole = read_environment(env, ROOT)
    del env[name]
    assert read_environment(env, ROOT) != whole


@pytest.mark.parametrize("name", sorted(REQUIRED))
def test_a_variable_that_others_require_is_named_if_it_is_missing(name: str, env: dict[str, str]) -> None:
    del env[name]
    with pytest.raises(BadSetting, match=f"^{name}: "):
        read_environment(env, ROOT)


def test_a_demo_sends_text_messages_to_its_sandbox() -> None:
    demo = read_environment({"DEMO": "1", "SANDBOX_PORT": "9100"}, ROOT)
    assert demo.sms_url == "http://sandbox:sandbox@127.0.0.1:9100"
    assert (demo.sms_from, demo.sms_countries) == ("+15005550006", tuple("123456789"))


def test_test_phones_have_their_effect_without_text_messages(env: dict[str, str]) -> None:
    del env["SMS_URL"]
    whole = read_environment(env, ROOT)
    phones = read_environment(env | {"AUTH_TEST_PHONE": "+15550100=123456, 15550101=654321"}, ROOT)
    assert phones == replace(whole, auth_test_phone={"15550100": "123456", "15550101": "654321"})


def test_all_variables_together_have_their_effects(jwk: str, env: dict[str, str]) -> None:
    assert env.keys() == SETTINGS.keys() - {"AUTH_TEST_PHONE"}
    assert read_environment(env | {"HOME": "/nobody"}, ROOT) == Environment(
        root=ROOT,
        data_dir=Path("/var/lib/portal"),
        port=9000,
        demo=True,
        sandbox_port=9100,
        database_url=POSTGRESQL,
        redis_url="redis://cache:6379/1",
        secret_key="very secret, and long enough for a key",
        secret_key_former="once secret",
        site_url="https://portal.example",
        product_name="Lighthouse Works",
        time_zone="Europe/Berlin",
        auth_autoconfirm=False,
        auth_reuse_interval_s=0,
        auth_signing_jwk_file=Path(jwk),
        auth_redirects=("https://*.example.com/**", "app.example://callback"),
        auth_mail_cooldown_s=0,
        auth_rate_limits=False,
        auth_secure_password_change=True,
        auth_current_password=False,
        auth_reauthentication_s=60,
        auth_pwned_url="https://range.example",
        auth_common_passwords=False,
        auth_test_phone={},
        auth_manual_linking=False,
        auth_anonymous=True,
        auth_admin_second_factor=True,
        google_issuer="https://issuer.example",
        google_client_id="portal",
        google_client_secret="said to nobody",
        google_data_api="https://data.example",
        google_admin_api="https://admin.example",
        google_search_console=True,
        sms_url="https://account:token@sms.example",
        sms_from="+15550199",
        sms_countries=("44", "49"),
        sms_per_day=50,
        stripe=StripeAccount(
            api="https://stripe.example",
            js="https://js.stripe.example/basil/stripe.js",
            secret_key="sk_test_1",
            publishable_key="pk_test_1",
            webhook_secret="whsec_1",
        ),
        chatting=ChatSettings(
            api="https://models.example",
            key="sk-1",
            models={"gpt-4o": "gpt-5", "gpt-3.5-turbo": "gpt-5-mini"},
            fallback_model="gpt-5-nano",
            prompt_tokens=2_000,
            reply_tokens=300,
            usd_in=0.5,
            usd_out=1.5,
            monthly_usd=7,
            embeddings="text-embedding-3-large",
            usd_embeddings=0.02,
            per_minute=3,
            per_day=30,
            within_s=20,
        ),
        scanning=ScanSettings(
            api="https://speed.example",
            key="sixteen letters..",
            private=(ip_network("10.1.0.0/16"), ip_network("::1")),
            runs=5,
            chromium=jwk,
            user="nobody",
        ),
        files_bucket=FileBucket("files", "https://s3.example", "eu-west-1", "key", "secret"),
        video_host=VideoHost("https://videos.example", "cloud", "123456789", "sixteen_letters-"),
        push_private=(ip_network("127.0.0.0/8"),),
        vapid_jwk_file=Path(jwk),
        trusted_address_header="X-Real-IP",
        email_url="smtps://me:secret@mail.example",
        mail_from="hello@portal.example",
        mail_reply_to="help@portal.example",
        access_token_s=120,
        sockets_per_user=7,
        metrics_token="sixteen characters",
        metrics_dir=Path("/run/portal/metrics"),
        log_level="INFO",
        backups=BackupSettings(Path("/var/backups/portal"), 30),
        retention=RetentionSettings(20, 7, 90, 365, 180, 90),
        telemetry=TelemetrySettings("http://collector.example:4318", 5, "https://key@sentry.example/1"),
    )
