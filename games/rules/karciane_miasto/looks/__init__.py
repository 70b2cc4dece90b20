"""What a card looks like: its signs, its picture and its face, all from its data (KM-118)."""
