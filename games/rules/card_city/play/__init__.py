"""What each move does, what follows by itself, and what forbids a move."""
