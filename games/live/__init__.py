"""Live play: who is watching which table, and telling them what changed."""
