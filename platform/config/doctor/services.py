"""Checks other servers that the settings name (mail, Redis, the file bucket), and this machine's clock."""

from collections.abc import Iterator
from datetime import UTC
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

import httpx
import redis
from django.conf import settings

from config.doctor.finding import Finding, broken, ok, warning
from core.clock import now
from core.http_client import tls_context
from files.providers.storage.backend import file_storage
from mail.errors import MailNotAccepted
from mail.providers import transport

TIMEOUT_S = 5
WARNING_S, BROKEN_S = 5, 30  # differences between two clocks
MISSING_FILE = "doctor-cors-check"


def check_mail() -> Iterator[Finding]:
    url = urlsplit(settings.EMAIL_URL or "file:")
    if url.scheme == "file":
        yield warning(
            "Mail",
            "emails are only written to DATA_DIR/mail.",
            why="Nobody gets them, so no new user can confirm an address.",
            remedy="set EMAIL_URL and MAIL_FROM, restart, then pulseboard send_test_mail you@example.com",
        )
        return
    try:
        transport.check_connection()
    except MailNotAccepted as error:
        yield broken(
            "Mail",
            f"{error}.",
            why="No email is sent: new users cannot confirm their address, and nobody can reset a password.",
            remedy="correct EMAIL_URL, restart, then pulseboard send_test_mail you@example.com",
        )
    else:
        yield ok("Mail", f"{url.hostname} accepts the connection and the password.")


def check_redis() -> Iterator[Finding]:
    if settings.ENVIRONMENT.redis_url is None:
        return
    try:
        with redis.Redis.from_url(
            settings.ENVIRONMENT.redis_url, socket_timeout=TIMEOUT_S, socket_connect_timeout=TIMEOUT_S
        ) as server:
            server.ping()
    except redis.RedisError as error:
        yield broken(
            "Redis",
            f"it does not respond: {type(error).__name__}.",
            why="Changes reach devices of other processes a second later, and jobs start up to ten seconds later.",
            remedy="start Redis, or correct REDIS_URL",
        )
    else:
        yield ok("Redis", "it responds.")


def check_bucket() -> Iterator[Finding]:
    bucket = settings.FILES_BUCKET
    if bucket is None:
        return
    preflight = {"Origin": settings.SITE_URL, "Access-Control-Request-Method": "GET"}
    try:
        with httpx.Client(timeout=TIMEOUT_S, verify=tls_context()) as client:
            reply = client.options(f"{bucket.endpoint}/{bucket.name}/{MISSING_FILE}", headers=preflight)
    except httpx.HTTPError as error:
        yield broken(
            "Bucket",
            f"{bucket.endpoint} does not respond: {type(error).__name__}.",
            why="No file can be uploaded or opened.",
            remedy="correct S3_ENDPOINT",
        )
        return
    if reply.headers.get("Access-Control-Allow-Origin") not in {"*", settings.SITE_URL}:
        yield broken(
            "Bucket",
            f"its CORS rules do not allow GET from {settings.SITE_URL}.",
            why="Devices cannot store files for offline use.",
            remedy=f"add a CORS rule to the bucket: AllowedMethods GET, AllowedOrigins {settings.SITE_URL}",
        )
    else:
        yield ok("Bucket", f"{bucket.name} responds and allows GET from {settings.SITE_URL}.")
    if not (keeps_versions := file_storage().keeps_versions()):
        yield warning(
            "Bucket",
            f"{bucket.name} keeps no versions."
            if keeps_versions is False
            else f"{bucket.name} does not say whether it keeps versions.",
            why="A backup contains no file of a bucket, so a file that is deleted or replaced there is lost.",
            remedy="turn on versioning in the bucket, or copy it each night: deploy/docs/backup.md",
        )


def check_clock() -> Iterator[Finding]:
    """Compare this machine's time with the Date of the first configured provider that responds."""
    for url in _providers():
        try:
            with httpx.Client(timeout=TIMEOUT_S, verify=tls_context()) as client:
                provider_time = parsedate_to_datetime(client.head(url).headers["Date"]).astimezone(UTC)
        except (httpx.HTTPError, KeyError, ValueError):
            continue
        off_s = abs((now() - provider_time).total_seconds())
        text = f"it differs from that of {urlsplit(url).hostname} by {off_s:.0f} s."
        why = "Sign-ins, codes of second factors, signed uploads and payments fail if clocks differ."
        remedy = "timedatectl set-ntp true"
        if off_s > BROKEN_S:
            yield broken("Clock", text, why=why, remedy=remedy)
        elif off_s > WARNING_S:
            yield warning("Clock", text, why=why, remedy=remedy)
        else:
            yield ok("Clock", text)
        return
    yield ok("Clock", "not compared, because no configured provider responds from here.")


def _providers() -> Iterator[str]:
    if settings.FILES_BUCKET is not None:
        yield settings.FILES_BUCKET.endpoint
    if settings.STRIPE_SECRET_KEY is not None:
        yield settings.STRIPE_API
    if settings.GOOGLE_CLIENT_ID is not None:
        yield settings.GOOGLE_ISSUER
    if settings.CHAT.key is not None:
        yield settings.CHAT.api
    if settings.PAGESPEED_KEY is not None:
        yield settings.PAGESPEED_API
