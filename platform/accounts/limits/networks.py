"""The networks of an IP address. Rate limits count by network, because a customer can use all addresses in it."""

from ipaddress import IPv6Address, ip_address, ip_network

HOME, SITE = 64, 48


def of(address: str | None) -> tuple[str, ...]:
    """The networks of `address`, smallest first: an IPv4 address itself; for IPv6 the /64 (home) and the /48 (site)."""
    ip = ip_address(address) if address else None
    if not isinstance(ip, IPv6Address):
        return (str(ip),)
    if ip.ipv4_mapped is not None:
        return (str(ip.ipv4_mapped),)
    return tuple(str(ip_network((ip, bits), strict=False)) for bits in (HOME, SITE))
