"""This machine's address on the local network."""

import socket
from ipaddress import IPv4Address, IPv4Network

# The phone trusts the authority for these addresses only, so a thief of its key cannot imitate a public site.
PRIVATE = tuple(
    IPv4Network(network)
    for network in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8")
)
ANY_PUBLIC = ("192.0.2.1", 9)  # an address for documentation; a datagram socket sends nothing when it connects


class NoNetwork(Exception):
    """This machine has no private address."""


def local_address() -> str:
    """The IPv4 address by which devices on the same network reach this machine. Raises NoNetwork."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ANY_PUBLIC)
        except OSError as error:
            raise NoNetwork(f"no network: {error.strerror}") from error
        return require_private(probe.getsockname()[0])


def require_private(address: str) -> str:
    """`address`, if it is a private IPv4 address. Raises NoNetwork, because others would be reachable by strangers."""
    try:
        number = IPv4Address(address)
    except ValueError:
        raise NoNetwork(f"{address!r} is not an IPv4 address") from None
    if not any(number in network for network in PRIVATE):
        raise NoNetwork(f"{address} is not a private address, like 192.168.1.20")
    return address
