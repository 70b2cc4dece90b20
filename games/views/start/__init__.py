"""Ways to a table."""
