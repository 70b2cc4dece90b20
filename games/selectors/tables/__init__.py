"""A table as one viewer may see it."""
