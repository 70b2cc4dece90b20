"""Point City: take two cards a turn, build a city, score it with civic tokens."""
