"""What can be done with a position while a move is carried out."""
