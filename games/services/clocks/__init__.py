"""Time at a table: what a seat has left, what its end demands, and when nobody counts."""
