"""A move and what follows it, in one transaction."""
