"""A watched game: what its tables look like, and who is told."""
