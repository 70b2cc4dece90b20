"""What people see of a position, and how a move is composed on it."""
