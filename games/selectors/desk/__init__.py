"""What the staff sees."""
