"""The card set, read strictly from its data."""
