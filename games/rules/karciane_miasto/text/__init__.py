"""The language of the cards, as frozen records."""
