"""The steps of a turn: rolling, income, building, and what forbids a move."""
