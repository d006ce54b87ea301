"""Values of the environment: accepted ones, and rejected ones with the variable's name."""

from pathlib import Path

import pytest

from environment.environment import make_folder, read_environment
from environment.setting import BadSetting

ROOT = Path("/srv/portal")
POSTGRESQL = "postgresql://portal:secret@db/portal"
KEY = "0123456789abcdefghijklmnopqrstuv"
WEAK_KEY = "at least 32 characters that nobody guesses; deploy/keys prints such a key"
NUMBER = "a whole number from"
ADDRESS = "an address like https://portal.example, not"
SCRIPT = "an address like https://js.example/v3/, not"
MAIL_SERVER = "an address like smtps://user:password@mail.example.com, or file:"
DATABASE = "an address like postgresql://user:password@host/name"


def test_some_defaults_follow_others() -> None:
    env = read_environment({"PORT": "9000", "DEMO": "on"}, ROOT)
    assert (env.site_url, env.auth_autoconfirm) == ("http://localhost:9000", True)
    assert read_environment({"DATA_DIR": "here"}, ROOT).data_dir == Path.cwd() / "here"


@pytest.mark.parametrize(
    ("env", "address"),
    [
        ({}, "support@pulseboard.example"),
        ({"SITE_URL": "http://[::1]:8000"}, "support@pulseboard.example"),
        ({"SITE_URL": "https://portal.example"}, "support@portal.example"),
        ({"MAIL_FROM": "hello@portal.example"}, "hello@portal.example"),
        ({"MAIL_FROM": "hello@portal.example", "MAIL_REPLY_TO": "help@portal.example"}, "help@portal.example"),
    ],
)
def test_the_reply_address_is_set_or_derived_from_other_settings(env: dict[str, str], address: str) -> None:
    assert read_environment(env, ROOT).mail_reply_to == address


@pytest.mark.parametrize("address", ["http://localhost", "http://[::1]:8000", "https://a-b.example:65535"])
def test_an_address_is_a_scheme_a_host_and_a_port(address: str) -> None:
    assert read_environment({"SITE_URL": address}, ROOT).site_url == address


@pytest.mark.parametrize("address", [POSTGRESQL, "postgres://db:5432/portal", "postgresql:///portal"])
def test_a_database_is_configured_by_its_url(address: str) -> None:
    keys = dict.fromkeys(("AUTH_SIGNING_JWK_FILE", "VAPID_JWK_FILE"), __file__)
    env = {"DATABASE_URL": address, "SECRET_KEY": KEY, **keys}
    assert read_environment(env, ROOT).database_url == address


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("PORT", "http", NUMBER),
        ("PORT", "0", NUMBER),
        ("PORT", "65536", NUMBER),
        ("PORT", "-1", NUMBER),
        ("PORT", "80.0", NUMBER),
        ("PORT", "0x50", NUMBER),
        ("SECRET_KEY", "k3y" * 10 + "!", WEAK_KEY),
        ("SECRET_KEY", "x" * 64, WEAK_KEY),
        ("METRICS_TOKEN", "short", "at least 16 characters that nobody guesses"),
        ("LOG_LEVEL", "chatty", "one of DEBUG, INFO, WARNING, ERROR, not 'CHATTY'"),
        ("PORT", "٨٠", NUMBER),
        ("PORT", "9" * 4000, NUMBER),
        ("AUTH_REUSE_INTERVAL_S", "3601", NUMBER),
        ("ACCESS_TOKEN_S", "119", NUMBER),
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
        ("MAIL_FROM", "hello", "an email address, not 'hello'"),
        ("MAIL_REPLY_TO", "Hello <hello@portal.example>", "an email address, not"),
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
        ("SMS_COUNTRIES", "1,+44", "calling codes like 1,44,49, not '+44'"),
        ("SMS_PER_DAY", "0", NUMBER),
        ("SMS_URL", "smpp://sms.example", "an address like https://account:token@api.twilio.com"),
    ],
)
def test_a_wrong_value_is_rejected_by_name(name: str, value: str, reason: str) -> None:
    with pytest.raises(BadSetting) as error:
        read_environment({name: value}, ROOT)
    assert str(error.value).startswith(f"{name}: {reason}")
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("EMAIL_URL", "smtp://me:a@secret#1@mail"),
        ("EMAIL_URL", "smtp://me:1/secret@mail"),
        ("DATABASE_URL", "postgresql://me:1/secret@db/portal"),
        ("REDIS_URL", "redis://:1?secret@cache"),
    ],
)
def test_a_password_with_unescaped_url_characters_is_rejected(name: str, value: str) -> None:
    """The server would otherwise take a part of the password for the host, connect to it, and log it."""
    with pytest.raises(BadSetting) as error:
        read_environment({name: value}, ROOT)
    assert str(error.value).endswith("in whose password #, / and ? are written as %23, %2F and %3F")
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "env"),
    [
        ("DATABASE_URL", {"REDIS_URL": "redis://cache"}),
        ("SECRET_KEY", {"DATABASE_URL": POSTGRESQL}),
        ("AUTH_SIGNING_JWK_FILE", {"DATABASE_URL": POSTGRESQL, "SECRET_KEY": KEY}),
        ("VAPID_JWK_FILE", {"DATABASE_URL": POSTGRESQL, "SECRET_KEY": KEY, "AUTH_SIGNING_JWK_FILE": __file__}),
        ("GOOGLE_CLIENT_SECRET", {"GOOGLE_CLIENT_ID": "portal"}),
        ("GOOGLE_CLIENT_ID", {"GOOGLE_CLIENT_SECRET": "secret"}),
        ("SMS_FROM", {"SMS_URL": "https://a:b@sms.example"}),
        ("SMS_COUNTRIES", {"SMS_URL": "https://a:b@sms.example", "SMS_FROM": "+15550100"}),
        ("STRIPE_SECRET_KEY", {"STRIPE_PUBLISHABLE_KEY": "pk_live_1", "STRIPE_WEBHOOK_SECRET": "whsec_1"}),
        ("STRIPE_WEBHOOK_SECRET", {"STRIPE_SECRET_KEY": "sk_live_1", "STRIPE_PUBLISHABLE_KEY": "pk_live_1"}),
    ],
)
def test_settings_that_belong_together_are_required(name: str, env: dict[str, str]) -> None:
    with pytest.raises(BadSetting, match=f"^{name}: "):
        read_environment(env, ROOT)


def test_a_number_with_a_fixed_code_is_rejected_beside_real_text_messages() -> None:
    """The owner of that number could sign in with the code, which is in the settings."""
    text_messages = {"SMS_URL": "https://a:b@sms.example", "SMS_FROM": "+15550100", "SMS_COUNTRIES": "1"}
    with pytest.raises(BadSetting, match=r"^AUTH_TEST_PHONE: not possible together with SMS_URL"):
        read_environment(text_messages | {"AUTH_TEST_PHONE": "+15550111=123456"}, ROOT)


def test_a_data_folder_is_created(tmp_path: Path) -> None:
    assert make_folder("DATA_DIR", tmp_path / "a" / "b").is_dir()
    assert make_folder("DATA_DIR", tmp_path / "a" / "b") == tmp_path / "a" / "b"


def test_a_data_folder_that_cannot_be_created_is_rejected(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(BadSetting, match=r"^DATA_DIR: .* cannot be created: "):
            make_folder("DATA_DIR", path)


def test_a_data_folder_that_cannot_be_written_to_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(BadSetting, match=r"^DATA_DIR: .* cannot be written to$"):
        make_folder("DATA_DIR", tmp_path)


@pytest.mark.parametrize("address", ["https://portal.example", "http://10.0.0.4:8000", "http://localhost.evil.example"])
def test_autoconfirm_is_allowed_only_on_this_machine(address: str) -> None:
    """Otherwise anyone could sign up with the address of a client that an admin created and become that client."""
    with pytest.raises(BadSetting, match=r"^AUTH_AUTOCONFIRM: "):
        read_environment({"AUTH_AUTOCONFIRM": "1", "SITE_URL": address}, ROOT)
    assert read_environment({"AUTH_AUTOCONFIRM": "0", "SITE_URL": address}, ROOT).auth_autoconfirm is False


@pytest.mark.parametrize("address", ["http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"])
def test_autoconfirm_can_be_set_on_this_machine(address: str) -> None:
    assert read_environment({"AUTH_AUTOCONFIRM": "1", "SITE_URL": address}, ROOT).auth_autoconfirm is True
