"""One's own pages, and other people's."""
