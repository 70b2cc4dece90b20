"""Internet addresses as limits and bans see them."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

HOUSEHOLD_BITS = {4: 32, 6: 64}
"""What one connection has: a single IPv4 address, or a whole network of IPv6."""
KEPT_BITS = {4: 24, 6: 48}
"""How much of an address is stored: enough to recognise a place, not a household."""


def plain(address: str) -> IPv4Address | IPv6Address | None:
    """Parse an address; an IPv4 one mapped into IPv6 becomes IPv4. None for what is no address."""
    try:
        known = ip_address(address)
    except ValueError:
        return None
    mapped = known.ipv4_mapped if isinstance(known, IPv6Address) else None
    return mapped or known


def household(address: str) -> str:
    """Return the network that limits count by: what one connection has, and cannot change by itself."""
    return _network(address, HOUSEHOLD_BITS)


def neighbourhood(address: str) -> str:
    """Return an address with its end made zero, as it may be stored; nothing of what is no address."""
    return _network(address, KEPT_BITS)


def _network(address: str, bits: dict[int, int]) -> str:
    known = plain(address)
    if known is None:
        return ""
    return str(ip_network(f"{known}/{bits[known.version]}", strict=False).network_address)
