"""A game as it is stored: its row, its log and its seeds, and the statements that read and write them."""
