"""The certificate authority that a phone on the local network trusts, and the page that installs it."""

import socket
import ssl
from datetime import timedelta
from pathlib import Path
from threading import Thread

import httpx
import pytest
from cryptography import x509

from phone import authority, forwarder, instructions, network
from tests.support.servers.server import free_port

APP = "https://192.168.1.20:8443"


def accepts(issuer: authority.Authority, trusted: authority.Authority, issued_for: str, requested: str) -> bool:
    """Whether a client that trusts `trusted` accepts at `requested` a certificate that `issuer` issued for `issued_for`."""
    chain, key = issuer.issue(issued_for)
    client_socket, server_socket = socket.socketpair()
    client_context = ssl.create_default_context(cadata=trusted.pem.decode())
    server_context = forwarder.context(chain, key)

    def serve() -> None:
        try:
            server_context.wrap_socket(server_socket, server_side=True).close()
        except (ssl.SSLError, OSError):
            server_socket.close()

    thread = Thread(target=serve)
    thread.start()
    try:
        client_context.wrap_socket(client_socket, server_hostname=requested).close()
    except ssl.SSLCertVerificationError:
        return False
    else:
        return True
    finally:
        client_socket.close()
        thread.join()


@pytest.mark.parametrize("address", ["192.168.1.20", "10.0.0.7", "172.16.9.1", "127.0.0.1", "localhost"])
def test_a_certificate_is_accepted_for_a_private_address(address: str) -> None:
    issuer = authority.create()
    assert accepts(issuer, issuer, address, address)


@pytest.mark.parametrize("name", ["93.184.216.34", "bank.example", "www.localhost.example"])
def test_the_authority_cannot_imitate_a_public_site(name: str) -> None:
    """The authority's certificate is limited to private addresses, so its stolen key is of no use for other sites."""
    issuer = authority.create()
    assert not accepts(issuer, issuer, name, name)


def test_a_certificate_is_not_accepted_for_another_address() -> None:
    issuer = authority.create()
    assert not accepts(issuer, issuer, "192.168.1.20", "192.168.1.21")


def test_a_certificate_of_another_authority_is_rejected() -> None:
    assert not accepts(authority.create(), authority.create(), "192.168.1.20", "192.168.1.20")


def test_the_authority_is_stored_for_its_owner_and_used_again(tmp_path: Path) -> None:
    first, again = (authority.load_or_create(tmp_path / "phone") for _ in range(2))
    assert first.der == again.der
    assert (tmp_path / "phone").stat().st_mode & 0o077 == 0
    assert (tmp_path / "phone/authority.pem").stat().st_mode & 0o077 == 0


def test_an_authority_that_would_expire_before_its_certificates_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(authority, "AUTHORITY_DAYS", authority.CERTIFICATE_DAYS - 1)
    first = authority.load_or_create(tmp_path)
    monkeypatch.undo()
    second = authority.load_or_create(tmp_path)
    assert first.der != second.der
    lifetime = second.certificate.not_valid_after_utc - second.certificate.not_valid_before_utc
    assert lifetime > timedelta(days=authority.AUTHORITY_DAYS)


@pytest.mark.parametrize("address", ["8.8.8.8", "192.0.2.2", "0.0.0.0", "portal.example.com", "::1"])
def test_only_a_private_address_is_served(address: str) -> None:
    with pytest.raises(network.NoNetwork):
        network.require_private(address)


def test_the_page_links_to_the_certificate_and_the_app() -> None:
    issuer, port = authority.create(), free_port()
    server = instructions.serve("127.0.0.1", port, APP, issuer.der)
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as http:
            page = http.get("/").text
            certificate = http.get("/pulseboard.crt")
            assert (f'href="{APP}"' in page, 'href="/pulseboard.crt"' in page, "$" in page) == (True, True, False)
            assert certificate.headers["Content-Type"] == "application/x-x509-ca-cert"
            assert x509.load_der_x509_certificate(certificate.content) == issuer.certificate
            assert http.get("/authority.pem").status_code == 404
    finally:
        server.shutdown()
        server.server_close()
