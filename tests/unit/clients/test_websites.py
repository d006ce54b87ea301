"""Website URLs as users type them, and the form that is stored."""

from ipaddress import IPv4Network, IPv6Network, ip_network

import pytest

from clients.errors import BadWebsite
from clients.websites import NETWORKS, normalise


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
        ("http://9.9.9.9:8000/", "http://9.9.9.9:8000/"),
        ("http://[2620:FE::9]/", "http://[2620:fe::9]/"),
        ("https://café.xn--p1ai.", "https://xn--caf-dma.xn--p1ai/"),
    ],
)
def test_an_address_is_saved_as_a_browser_writes_it(typed: str, saved: str) -> None:
    assert normalise(typed) == saved
    assert normalise(saved) == saved


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
        "localhost",
        "intranet",
        "https://printer.local/",
        "https://db.prod.internal",
        "http://app.localhost:8000",
        "http://router.home.arpa",
        "http://127.0.0.1/",
        "http://192.168.7.20:8000/",
        "http://169.254.169.254/latest/meta-data",
        "http://100.64.0.1",
        "http://[::1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://[fe80::1%25eth0]/",
        "http://[2001:db8::1]/",
        "http://[3fff::1]/",
        "http://1.2.3.0x4/",
        "http://0x7f.0.0.1/",
        "http://2130706433/",
        "https://example.c-",
    ],
)
def test_an_invalid_address_is_rejected(typed: str) -> None:
    with pytest.raises(BadWebsite, match=r"^Please enter a valid website URL\.$"):
        normalise(typed)


@pytest.mark.parametrize("network", [ip_network(text) for text in NETWORKS], ids=str)
def test_addresses_of_private_networks_are_rejected(network: IPv4Network | IPv6Network) -> None:
    for address in (network[0], network[-1]):
        host = f"[{address}]" if address.version == 6 else str(address)
        with pytest.raises(BadWebsite):
            normalise(f"http://{host}/")


@pytest.mark.parametrize("typed", ["http://192.168.7.20:8000/", "http://intranet/", "http://shop.internal/"])
def test_addresses_that_the_settings_allow_are_accepted(typed: str) -> None:
    assert normalise(typed, (ip_network("192.168.7.0/24"),)) == typed


def test_an_allowed_network_allows_no_other() -> None:
    with pytest.raises(BadWebsite):
        normalise("http://10.0.0.1/", (ip_network("192.168.7.0/24"),))
