"""Internet addresses as limits and bans see them."""

from ipaddress import ip_address, ip_network

HOUSEHOLD_BITS = {4: 32, 6: 64}
"""What one connection has: a single old address, or a whole network of new ones."""
KEPT_BITS = {4: 24, 6: 48}
"""How much of an address is stored: enough to recognise a place, not a household."""


def household(address: str) -> str:
    """Return what limits count by: a connection cannot take another one by itself."""
    return _network(address, HOUSEHOLD_BITS)


def neighbourhood(address: str) -> str:
    """Return an address with its end made zero, as it may be stored; nothing of what is no address."""
    return _network(address, KEPT_BITS)


def _network(address: str, bits: dict[int, int]) -> str:
    try:
        version = ip_address(address).version
    except ValueError:
        return ""
    return str(ip_network(f"{address}/{bits[version]}", strict=False).network_address)
