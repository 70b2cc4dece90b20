"""Time at a table as it is read: what a seat has left, and who is missed."""
