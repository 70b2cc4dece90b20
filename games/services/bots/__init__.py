"""How bots come to their moves: claimed, thought about elsewhere, made in time."""
