"""How a bot sees a position, and what it thinks a move is worth."""
