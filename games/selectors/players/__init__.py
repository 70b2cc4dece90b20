"""Who is asking, what is forbidden to them, and what their games come to."""
