"""What people type for the address of their website, and what is saved of it."""

import pytest

from clients.errors import BadWebsite
from clients.websites import normalised


@pytest.mark.parametrize(
    ("typed", "saved"),
    [
        ("example.com", "https://example.com/"),
        ("  Example.COM  ", "https://example.com/"),
        ("http://example.com", "http://example.com/"),
        ("HTTPS://example.com/", "https://example.com/"),
        ("example.com/Menu?day=fri#top", "https://example.com/Menu?day=fri"),
        ("example.com/our menu", "https://example.com/our%20menu"),
        ("example.com:443", "https://example.com/"),
        ("http://example.com:80/x", "http://example.com/x"),
        ("example.com:8080", "https://example.com:8080/"),
        ("bücher.example", "https://xn--bcher-kva.example/"),
        ("http://192.168.7.20:8000/", "http://192.168.7.20:8000/"),
        ("http://[2001:DB8::1]/", "http://[2001:db8::1]/"),
        ("localhost", "https://localhost/"),
    ],
)
def test_an_address_is_saved_as_a_browser_writes_it(typed: str, saved: str) -> None:
    assert normalised(typed) == saved
    assert normalised(saved) == saved


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "https://",
        "ftp://example.com",
        "javascript://example.com/%0aalert(1)",
        "mailto:me@example.com",
        "https://me:secret@example.com",
        "exa mple.com",
        "https://example.com:99999",
        "https://example..com",
        "https://-example.com",
        "https://[::1",
        "https://1.2.3.4.5",
        "example.com/\x00",
        "example.com/" + "x" * 2000,
        "?",
        "https://exa<mple.com",
    ],
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(BadWebsite, match=r"^Please enter a valid website URL\.$"):
        normalised(typed)
