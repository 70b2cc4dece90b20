"""A game as it is stored: row, seats, log and position, read in statements composed once."""
