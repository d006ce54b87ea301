"""The networks of an address: whoever has one of a network's addresses has them all."""

from ipaddress import IPv6Address, ip_address, ip_network

HOME, SITE = 64, 48


def of(address: str | None) -> tuple[str, ...]:
    """The smallest first: an IPv4 address itself; of IPv6 the /64 of one home, and the /48 that one site is given."""
    known = ip_address(address) if address else None
    if not isinstance(known, IPv6Address):
        return (str(known),)
    if known.ipv4_mapped is not None:
        return (str(known.ipv4_mapped),)
    return tuple(str(ip_network((known, bits), strict=False)) for bits in (HOME, SITE))
