"""What each turn does, and what forbids it."""
