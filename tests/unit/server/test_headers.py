"""The security headers with TLS; tests/integration/config/test_paths.py has those without."""

from dataclasses import replace

from environment.stripe_account import API, JS, StripeAccount
from server.headers import headers_of

NONE = StripeAccount(API, JS, None, None, None)
REAL = replace(NONE, secret_key="sk_live_1", publishable_key="pk_live_1", webhook_secret="whsec_1")
SANDBOX = replace(REAL, api="http://127.0.0.1:8001", js="http://127.0.0.1:8001/v3/")


def test_an_https_site_sends_hsts_and_allows_only_wss() -> None:
    headers = headers_of("https://portal.example", NONE)
    assert headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    assert "connect-src 'self' wss://portal.example;" in headers["Content-Security-Policy"]


def test_without_tls_no_hsts_header_is_sent() -> None:
    assert "Strict-Transport-Security" not in headers_of("http://localhost:8000", NONE)


def test_no_inline_script_and_no_foreign_one_runs() -> None:
    policy = headers_of("https://portal.example", NONE)["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert policy.startswith("default-src 'none';")


def test_only_stripe_may_serve_the_card_field() -> None:
    policy = headers_of("https://portal.example", REAL)["Content-Security-Policy"]
    assert "script-src 'self' https://js.stripe.com https://*.js.stripe.com;" in policy
    assert " https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; manifest-src" in policy
    assert "connect-src 'self' wss://portal.example https://api.stripe.com;" in policy
    sandbox = headers_of("http://localhost:8000", SANDBOX)["Content-Security-Policy"]
    assert "script-src 'self' http://127.0.0.1:8001;" in sandbox
    assert " http://127.0.0.1:8001; manifest-src" in sandbox


def test_without_a_card_field_only_players_sheets_and_embeds_may_be_framed() -> None:
    policy = headers_of("https://portal.example", NONE)["Content-Security-Policy"]
    assert (
        "frame-src 'self' https://docs.google.com https://www.youtube-nocookie.com https://player.vimeo.com https://www.loom.com "
        "https://pictory.ai https://*.pictory.ai; manifest-src"
    ) in policy
    assert policy.count("media-src") == 1
