"""People, their games and what they come to."""
