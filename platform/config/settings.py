"""Django's settings, read from the environment."""

import os
import sys
import tomllib
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config.databases import databases
from environment.data_folder import creates_data, secret_key
from environment.environment import make_folder, read_environment
from environment.setting import BadSetting
from environment.stripe_account import with_sandbox_keys
from server import static_files
from server.logs import logging_settings
from server.metrics.multiprocess import share_counts
from server.worker import jobs

ROOT = Path(__file__).resolve().parents[2]
try:
    ENVIRONMENT = read_environment(os.environ, ROOT)
    may_create = creates_data(sys.argv)
    DATA_DIR = ENVIRONMENT.data_dir
    if may_create or DATA_DIR.exists():
        make_folder("DATA_DIR", DATA_DIR)
    if ENVIRONMENT.metrics_dir is not None:
        share_counts(ENVIRONMENT.metrics_dir)
    SECRET_KEY = ENVIRONMENT.secret_key or secret_key(DATA_DIR / "keys" / "django-secret", may_create=may_create)
except BadSetting as error:
    raise ImproperlyConfigured(str(error)) from error

DEMO = ENVIRONMENT.demo
PORT = ENVIRONMENT.port
PRODUCT_NAME = ENVIRONMENT.product_name
SITE_URL = ENVIRONMENT.site_url
# Only pyproject.toml has the version; the build of the app reads it there too.
BUILD: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
MIN_BUILD = "2026.11.1"

SECRET_KEY_FALLBACKS = [ENVIRONMENT.secret_key_former] if ENVIRONMENT.secret_key_former else []
DEBUG = False
ALLOWED_HOSTS = ["*"]  # Only sync.connection.origins reads the Host header, and trusts only IP addresses and localhost.
USE_TZ = True
TIME_ZONE = ENVIRONMENT.time_zone
APPEND_SLASH = False
ROOT_URLCONF = "config.urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = databases(ENVIRONMENT)
INSTALLED_APPS = [
    "channels",
    "ninja",
    "core",
    "sync",
    "mail",
    "accounts",
    "clients",
    "files",
    "notifications",
    "messaging",
    "billing",
    "performance",
    "analytics",
    "reports",
    "chatbots",
    "website",
    "config.apps.CompositionConfig",
]
MIDDLEWARE = [
    "server.headers.security_headers",
    "server.build_only_files.block_build_only_files",
    "server.admin_bundle.admin_code_guard",
    "whitenoise.middleware.WhiteNoiseMiddleware",
]
TEMPLATES: list[dict[str, object]] = []
HUEY = jobs.make_queue(ENVIRONMENT)
if ENVIRONMENT.redis_url is not None:
    # Pub/sub may lose messages, which are only hints. The health check detects a Redis server that vanished.
    LAYER = "channels_redis.pubsub.RedisPubSubChannelLayer"
    HINTS = {"address": ENVIRONMENT.redis_url, "health_check_interval": 15}
    CHANNEL_LAYERS = {"default": {"BACKEND": LAYER, "CONFIG": {"hosts": [HINTS]}}}
DATA_UPLOAD_MAX_MEMORY_SIZE = None  # server/daphne/server.py limits bodies per route before they are read.

WHITENOISE_ROOT = ROOT / "pwa" / "dist"
WHITENOISE_INDEX_FILE = False
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
WHITENOISE_IMMUTABLE_FILE_TEST = static_files.is_immutable
WHITENOISE_ADD_HEADERS_FUNCTION = static_files.add_headers

AUTH_AUTOCONFIRM = ENVIRONMENT.auth_autoconfirm
AUTH_REUSE_INTERVAL_S = ENVIRONMENT.auth_reuse_interval_s
AUTH_SIGNING_JWK_FILE = ENVIRONMENT.auth_signing_jwk_file
AUTH_REDIRECTS = ENVIRONMENT.auth_redirects
AUTH_MAIL_COOLDOWN_S = ENVIRONMENT.auth_mail_cooldown_s
AUTH_RATE_LIMITS = ENVIRONMENT.auth_rate_limits
AUTH_SECURE_PASSWORD_CHANGE = ENVIRONMENT.auth_secure_password_change
AUTH_CURRENT_PASSWORD = ENVIRONMENT.auth_current_password
AUTH_REAUTHENTICATION_S = ENVIRONMENT.auth_reauthentication_s
AUTH_PWNED_URL = ENVIRONMENT.auth_pwned_url
AUTH_COMMON_PASSWORDS = ENVIRONMENT.auth_common_passwords
AUTH_TEST_PHONE = ENVIRONMENT.auth_test_phone
AUTH_MANUAL_LINKING = ENVIRONMENT.auth_manual_linking
AUTH_ANONYMOUS = ENVIRONMENT.auth_anonymous
AUTH_ADMIN_SECOND_FACTOR = ENVIRONMENT.auth_admin_second_factor
GOOGLE_ISSUER = ENVIRONMENT.google_issuer
GOOGLE_CLIENT_ID = ENVIRONMENT.google_client_id
GOOGLE_CLIENT_SECRET = ENVIRONMENT.google_client_secret
GOOGLE_DATA_API = ENVIRONMENT.google_data_api
GOOGLE_ADMIN_API = ENVIRONMENT.google_admin_api
GOOGLE_SEARCH_CONSOLE = ENVIRONMENT.google_search_console
SMS_URL = ENVIRONMENT.sms_url
SMS_FROM = ENVIRONMENT.sms_from
SMS_COUNTRIES = ENVIRONMENT.sms_countries
SMS_PER_DAY = ENVIRONMENT.sms_per_day
IS_STRIPE_SANDBOXED = DEMO and ENVIRONMENT.stripe.secret_key is None
STRIPE = with_sandbox_keys(ENVIRONMENT.stripe, SECRET_KEY) if IS_STRIPE_SANDBOXED else ENVIRONMENT.stripe
STRIPE_API = STRIPE.api
STRIPE_JS = STRIPE.js
STRIPE_SECRET_KEY = STRIPE.secret_key
STRIPE_PUBLISHABLE_KEY = STRIPE.publishable_key
STRIPE_WEBHOOK_SECRET = STRIPE.webhook_secret
PAGESPEED_API = ENVIRONMENT.scanning.api
PAGESPEED_KEY = ENVIRONMENT.scanning.key
SCAN_PRIVATE = ENVIRONMENT.scanning.private
SCAN_RUNS = ENVIRONMENT.scanning.runs
SCAN_USER = ENVIRONMENT.scanning.user
FILES_BUCKET = ENVIRONMENT.files_bucket
BACKUPS = ENVIRONMENT.backups
RETENTION = ENVIRONMENT.retention
VIDEO_HOST = ENVIRONMENT.video_host
CHROMIUM = ENVIRONMENT.scanning.chromium
CHAT = ENVIRONMENT.chatting
SANDBOX_PORT = ENVIRONMENT.sandbox_port
PUSH_PRIVATE = ENVIRONMENT.push_private
VAPID_JWK_FILE = ENVIRONMENT.vapid_jwk_file
TRUSTED_ADDRESS_HEADER = ENVIRONMENT.trusted_address_header
EMAIL_URL = ENVIRONMENT.email_url
MAIL_FROM = ENVIRONMENT.mail_from
MAIL_REPLY_TO = ENVIRONMENT.mail_reply_to
ACCESS_TOKEN_S = ENVIRONMENT.access_token_s
SOCKETS_PER_USER = ENVIRONMENT.sockets_per_user
ARGON2: dict[str, int] = {}  # empty means the library's defaults; tests set lower costs

METRICS_TOKEN = ENVIRONMENT.metrics_token
TELEMETRY = ENVIRONMENT.telemetry
LOGGING = logging_settings(ENVIRONMENT.log_level)
