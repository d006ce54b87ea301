"""The security headers where the product has a certificate; without one: tests/integration/test_doors_paths.py."""

from config.headers import headers_of


def test_behind_tls_everything_stays_behind_tls() -> None:
    headers = headers_of("https://portal.example")
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "connect-src 'self' wss://portal.example;" in headers["Content-Security-Policy"]


def test_without_tls_nobody_is_told_to_insist_on_it() -> None:
    assert "Strict-Transport-Security" not in headers_of("http://localhost:8000")


def test_no_inline_script_and_no_foreign_one_runs() -> None:
    policy = headers_of("https://portal.example")["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert policy.startswith("default-src 'none';")
