"""This machine's address on the local network."""

import socket
from ipaddress import ip_address

ANY_PUBLIC = ("192.0.2.1", 9)  # an address for documents; a datagram socket sends nothing when it connects


class NoNetwork(Exception):
    """This machine has no private address."""


def local_address() -> str:
    """The IPv4 address by which devices on the same network reach this machine. Raises NoNetwork."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ANY_PUBLIC)
        except OSError as error:
            raise NoNetwork(f"no network: {error.strerror}") from error
        return checked(probe.getsockname()[0])


def checked(address: str) -> str:
    """`address`, if it is a private IPv4 address. Raises NoNetwork, because others would be reachable by strangers."""
    try:
        number = ip_address(address)
    except ValueError:
        raise NoNetwork(f"{address!r} is not an IP address") from None
    if number.version != 4 or not number.is_private or number.is_unspecified:
        raise NoNetwork(f"{address} is not a private IPv4 address, like 192.168.1.20")
    return address
