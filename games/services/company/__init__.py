"""People around a table: who is there, who is told of it, and what they say."""
