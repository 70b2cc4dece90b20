"""What is written of a game: its row, the chain of its log, its seeds and its record."""
