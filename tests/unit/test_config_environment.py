"""The environment: what is assumed, what is taken, and what is refused by its name.

Over 250 lines because every variable stands in each of its tables.
"""

from ipaddress import ip_network
from pathlib import Path

import pytest

from config.chatting import Chatting
from config.environment import Environment, make_folder, read_environment
from config.file_bucket import FileBucket
from config.scanning import Scanning
from config.stripe_account import StripeAccount
from config.variables import BadSetting

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
    auth_current_password=False,
    auth_pwned_url=None,
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
    stripe=StripeAccount("https://api.stripe.com", "https://js.stripe.com/v3/", None, None, None),
    scanning=Scanning("https://www.googleapis.com", None, (), 3, None, None),
    chatting=Chatting("https://api.openai.com", None),
    files_bucket=None,
    video_host=None,
    push_private=(),
    vapid_jwk_file=None,
    trusted_address_header=None,
    email_url=None,
    mail_from="no-reply@localhost",
    mail_reply_to=None,
    access_token_s=3600,
    sockets_per_person=50,
    metrics_token=None,
    metrics_dir=None,
    log_level="WARNING",
)
POSTGRESQL = "postgresql://portal:secret@db/portal"
NUMBER = "a whole number from"
ADDRESS = "an address like https://portal.example, not"
SCRIPT = "an address like https://js.example/v3/, not"
MAIL_SERVER = "an address like smtps://user:password@mail.example.com, or file:"
DATABASE = "an address like postgresql://user:password@host/name"


@pytest.fixture
def jwk(tmp_path: Path) -> str:
    path = tmp_path / "own.jwk"
    path.write_text("{}")
    return str(path)


def test_nothing_set_means_the_defaults() -> None:
    assert read_environment({}, ROOT) == DEFAULTS


def test_blank_means_not_set() -> None:
    names = "PORT DEMO DATA_DIR DATABASE_URL REDIS_URL SECRET_KEY SITE_URL PRODUCT_NAME TIME_ZONE AUTH_AUTOCONFIRM"
    names += " AUTH_REUSE_INTERVAL_S AUTH_SIGNING_JWK_FILE ACCESS_TOKEN_S SOCKETS_PER_PERSON METRICS_TOKEN METRICS_DIR LOG_LEVEL"
    assert read_environment(dict.fromkeys(names.split(), "  "), ROOT) == DEFAULTS


def test_everything_can_be_set(jwk: str) -> None:
    env = {
        "PORT": " 9000 ",
        "DEMO": "1",
        "DATA_DIR": "/var/lib/portal",
        "DATABASE_URL": POSTGRESQL,
        "REDIS_URL": "redis://cache:6379/1",
        "SECRET_KEY": "very secret",
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
        "AUTH_CURRENT_PASSWORD": "1",
        "AUTH_PWNED_URL": "https://range.example",
        "AUTH_TEST_PHONE": "+15550100=123456, 15550101=654321",
        "AUTH_MANUAL_LINKING": "1",
        "AUTH_ANONYMOUS": "on",
        "AUTH_ADMIN_SECOND_FACTOR": "on",
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
        "CHAT_PER_MINUTE": "3",
        "CHAT_PER_DAY": "30",
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
        "ACCESS_TOKEN_S": "60",
        "SOCKETS_PER_PERSON": "7",
        "METRICS_TOKEN": "sixteen characters",
        "METRICS_DIR": "/run/portal/metrics",
        "LOG_LEVEL": "info",
        "HOME": "/nobody",
    }
    assert read_environment(env, ROOT) == Environment(
        root=ROOT,
        data_dir=Path("/var/lib/portal"),
        port=9000,
        demo=True,
        sandbox_port=9100,
        database_url=POSTGRESQL,
        redis_url="redis://cache:6379/1",
        secret_key="very secret",
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
        auth_current_password=True,
        auth_pwned_url="https://range.example",
        auth_test_phone={"15550100": "123456", "15550101": "654321"},
        auth_manual_linking=True,
        auth_anonymous=True,
        auth_admin_second_factor=True,
        google_issuer="https://accounts.google.com",
        google_client_id="portal",
        google_client_secret="said to nobody",
        google_data_api="https://data.example",
        google_admin_api="https://admin.example",
        google_search_console=True,
        sms_url="http://sandbox:sandbox@127.0.0.1:9100",
        sms_from="+15005550006",
        stripe=StripeAccount(
            api="https://stripe.example",
            js="https://js.stripe.example/basil/stripe.js",
            secret_key="sk_test_1",
            publishable_key="pk_test_1",
            webhook_secret="whsec_1",
        ),
        chatting=Chatting(
            api="https://models.example",
            key="sk-1",
            models={"gpt-4o": "gpt-5", "gpt-3.5-turbo": "gpt-5-mini"},
            instead="gpt-5-nano",
            prompt_tokens=2_000,
            reply_tokens=300,
            usd_in=0.5,
            usd_out=1.5,
            monthly_usd=7,
            per_minute=3,
            per_day=30,
            within_s=20,
        ),
        scanning=Scanning(
            api="https://speed.example",
            key="sixteen letters..",
            private=(ip_network("10.1.0.0/16"), ip_network("::1")),
            runs=5,
            chromium=jwk,
            user="nobody",
        ),
        files_bucket=FileBucket("files", "https://s3.example", "eu-west-1", "key", "secret"),
        video_host=None,
        push_private=(ip_network("127.0.0.0/8"),),
        vapid_jwk_file=Path(jwk),
        trusted_address_header="X-Real-IP",
        email_url="smtps://me:secret@mail.example",
        mail_from="hello@portal.example",
        mail_reply_to="help@portal.example",
        access_token_s=60,
        sockets_per_person=7,
        metrics_token="sixteen characters",
        metrics_dir=Path("/run/portal/metrics"),
        log_level="INFO",
    )


def test_some_defaults_follow_others() -> None:
    env = read_environment({"PORT": "9000", "DEMO": "on"}, ROOT)
    assert (env.site_url, env.auth_autoconfirm) == ("http://localhost:9000", True)
    assert read_environment({"DATA_DIR": "here"}, ROOT).data_dir == Path.cwd() / "here"


@pytest.mark.parametrize("address", ["http://localhost", "http://[::1]:8000", "https://a-b.example:65535"])
def test_an_address_is_a_scheme_a_host_and_a_port(address: str) -> None:
    assert read_environment({"SITE_URL": address}, ROOT).site_url == address


@pytest.mark.parametrize("address", [POSTGRESQL, "postgres://db:5432/portal", "postgresql:///portal"])
def test_a_database_is_named_by_its_address(address: str, jwk: str) -> None:
    env = {"DATABASE_URL": address, "SECRET_KEY": "s", "AUTH_SIGNING_JWK_FILE": jwk, "VAPID_JWK_FILE": jwk}
    assert read_environment(env, ROOT).database_url == address


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("PORT", "http", NUMBER),
        ("PORT", "0", NUMBER),
        ("PORT", "65536", NUMBER),
        ("PORT", "-1", NUMBER),
        ("PORT", "80.0", NUMBER),
        ("PORT", "0x50", NUMBER),
        ("METRICS_TOKEN", "short", "at least 16 characters that nobody guesses"),
        ("LOG_LEVEL", "chatty", "one of DEBUG, INFO, WARNING, ERROR, not 'CHATTY'"),
        ("PORT", "٨٠", NUMBER),
        ("PORT", "9" * 4000, NUMBER),
        ("AUTH_REUSE_INTERVAL_S", "3601", NUMBER),
        ("ACCESS_TOKEN_S", "4", NUMBER),
        ("ACCESS_TOKEN_S", "86401", NUMBER),
        ("DEMO", "yes", "0 or 1, not 'yes'"),
        ("DEMO", "2", "0 or 1, not '2'"),
        ("AUTH_AUTOCONFIRM", "true", "0 or 1, not 'true'"),
        ("SITE_URL", "portal.example", ADDRESS),
        ("SITE_URL", "ftp://portal.example", ADDRESS),
        ("SITE_URL", "https://", ADDRESS),
        ("SITE_URL", "https://portal.example/app", ADDRESS),
        ("SITE_URL", "https://portal.example?x", ADDRESS),
        ("SITE_URL", "https://portal.example#x", ADDRESS),
        ("SITE_URL", "https://me@portal.example", ADDRESS),
        ("SITE_URL", "https://portal.example:0", ADDRESS),
        ("SITE_URL", "https://portal.example:65536", ADDRESS),
        ("SITE_URL", "https://portal.example:http", ADDRESS),
        ("SITE_URL", "https://x; script-src *", ADDRESS),
        ("SITE_URL", "https://[::1", ADDRESS),
        ("AUTH_REDIRECTS", "portal.example", "addresses like https://*.example.com/**, not 'portal.example'"),
        ("AUTH_MAIL_COOLDOWN_S", "3601", NUMBER),
        ("AUTH_RATE_LIMITS", "yes", "0 or 1, not 'yes'"),
        ("AUTH_PWNED_URL", "range.example", ADDRESS),
        ("TRUSTED_ADDRESS_HEADER", "X Real IP", "the name of a header like X-Real-IP, not 'X Real IP'"),
        ("MAIL_FROM", "hello", "an e-mail address, not 'hello'"),
        ("MAIL_REPLY_TO", "Hello <hello@portal.example>", "an e-mail address, not"),
        ("EMAIL_URL", "http://me:secret@mail", MAIL_SERVER),
        ("EMAIL_URL", "smtp://", MAIL_SERVER),
        ("EMAIL_URL", "smtp://me:secret@mail:x", MAIL_SERVER),
        ("EMAIL_URL", "file:///var/mail", MAIL_SERVER),
        ("DATABASE_URL", "mysql://me:secret@db/portal", DATABASE),
        ("DATABASE_URL", "postgresql://me:secret@db", DATABASE),
        ("DATABASE_URL", "postgresql://me:secret@db:x/portal", DATABASE),
        ("DATABASE_URL", "postgresql://me:secret@[db/portal", DATABASE),
        ("DATABASE_URL", "portal.sqlite3", DATABASE),
        ("REDIS_URL", "http://cache", "an address like redis://host:6379/0"),
        ("REDIS_URL", "redis://cache:x", "an address like redis://host:6379/0"),
        ("TIME_ZONE", "Mars/Base", "a time zone like Europe/Berlin, not 'Mars/Base'"),
        ("TIME_ZONE", "Europe", "a time zone like Europe/Berlin, not 'Europe'"),
        ("TIME_ZONE", "../UTC", "a time zone like Europe/Berlin, not '../UTC'"),
        ("PRODUCT_NAME", "x" * 61, "at most 60 printable characters"),
        ("PRODUCT_NAME", "Pulse\nboard", "at most 60 printable characters"),
        ("AUTH_SIGNING_JWK_FILE", "/srv/portal/none.jwk", "a file, and there is none at '/srv/portal/none.jwk'"),
        ("AUTH_SIGNING_JWK_FILE", "/", "a file, and there is none at '/'"),
        ("AUTH_TEST_PHONE", "15550100", "a number and its code like +15550100=123456"),
        ("AUTH_TEST_PHONE", "15550100=12345", "a number and its code like +15550100=123456"),
        ("GOOGLE_ISSUER", "accounts.google.com", ADDRESS),
        ("GOOGLE_DATA_API", "https://data.example/v1", ADDRESS),
        ("GOOGLE_ADMIN_API", "admin.example", ADDRESS),
        ("SANDBOX_PORT", "0", NUMBER),
        ("PAGESPEED_API", "speed.example", ADDRESS),
        ("PAGESPEED_KEY", "short", "at least 16 characters that nobody guesses"),
        ("CHAT_MODELS", "gpt-4o", "pairs like gpt-4o=gpt-5, not"),
        ("CHAT_USD_EMBEDDINGS", "-1", "dollars for a million tokens, not"),
        ("CHAT_PER_MINUTE", "0", NUMBER),
        ("SCAN_PRIVATE", "10.0.0.1/8", "networks like 192.168.7.0/24"),
        ("SCAN_PRIVATE", "everything", "networks like 192.168.7.0/24"),
        ("SCAN_RUNS", "6", NUMBER),
        ("SCAN_USER", "no such user", "a user of this machine, and there is none called 'no such user'"),
        ("CHROMIUM", "/srv/portal/chromium", "a file, and there is none at '/srv/portal/chromium'"),
        ("STRIPE_API", "https://api.stripe.example/v1", ADDRESS),
        ("STRIPE_JS", "https://js.stripe.example", SCRIPT),
        ("STRIPE_JS", "https://js.stripe.example/v3/; script-src *", SCRIPT),
        ("STRIPE_JS", "/v3/", SCRIPT),
        ("SMS_URL", "smpp://sms.example", "an address like https://account:token@api.twilio.com"),
    ],
)
def test_a_wrong_value_is_refused_by_its_name(name: str, value: str, why: str) -> None:
    with pytest.raises(BadSetting) as refused:
        read_environment({name: value}, ROOT)
    assert str(refused.value).startswith(f"{name}: {why}")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "env"),
    [
        ("DATABASE_URL", {"REDIS_URL": "redis://cache"}),
        ("SECRET_KEY", {"DATABASE_URL": POSTGRESQL}),
        ("AUTH_SIGNING_JWK_FILE", {"DATABASE_URL": POSTGRESQL, "SECRET_KEY": "s"}),
        ("VAPID_JWK_FILE", {"DATABASE_URL": POSTGRESQL, "SECRET_KEY": "s", "AUTH_SIGNING_JWK_FILE": "/etc/hostname"}),
        ("GOOGLE_CLIENT_SECRET", {"GOOGLE_CLIENT_ID": "portal"}),
        ("GOOGLE_CLIENT_ID", {"GOOGLE_CLIENT_SECRET": "secret"}),
        ("SMS_FROM", {"SMS_URL": "https://a:b@sms.example"}),
        ("STRIPE_SECRET_KEY", {"STRIPE_PUBLISHABLE_KEY": "pk_live_1", "STRIPE_WEBHOOK_SECRET": "whsec_1"}),
        ("STRIPE_WEBHOOK_SECRET", {"STRIPE_SECRET_KEY": "sk_live_1", "STRIPE_PUBLISHABLE_KEY": "pk_live_1"}),
        (
            "AUTH_TEST_PHONE",
            {"SMS_URL": "https://a:b@sms.example", "SMS_FROM": "+15550100", "AUTH_TEST_PHONE": "1555=123456"},
        ),
    ],
)
def test_what_belongs_together_is_asked_for(name: str, env: dict[str, str]) -> None:
    with pytest.raises(BadSetting, match=f"^{name}: "):
        read_environment(env, ROOT)


def test_a_data_folder_is_made(tmp_path: Path) -> None:
    assert make_folder("DATA_DIR", tmp_path / "a" / "b").is_dir()
    assert make_folder("DATA_DIR", tmp_path / "a" / "b") == tmp_path / "a" / "b"


def test_a_data_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(BadSetting, match=r"^DATA_DIR: .* cannot be made: "):
            make_folder("DATA_DIR", path)


def test_a_data_folder_that_cannot_be_written_to_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(BadSetting, match=r"^DATA_DIR: .* cannot be written to$"):
        make_folder("DATA_DIR", tmp_path)


@pytest.mark.parametrize("address", ["https://portal.example", "http://10.0.0.4:8000", "http://localhost.evil.example"])
def test_addresses_are_believed_on_this_machine_alone(address: str) -> None:
    """Whoever signs up with the address of a client that an admin made would be that client."""
    with pytest.raises(BadSetting, match=r"^AUTH_AUTOCONFIRM: "):
        read_environment({"AUTH_AUTOCONFIRM": "1", "SITE_URL": address}, ROOT)
    assert read_environment({"AUTH_AUTOCONFIRM": "0", "SITE_URL": address}, ROOT).auth_autoconfirm is False


@pytest.mark.parametrize("address", ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_addresses_may_be_believed_on_this_machine(address: str) -> None:
    assert read_environment({"AUTH_AUTOCONFIRM": "1", "SITE_URL": address}, ROOT).auth_autoconfirm is True
