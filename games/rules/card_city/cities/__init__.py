"""A city: its cells, its cards and how it grows."""
