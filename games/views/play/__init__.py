"""At a table: looking, sitting down, moving, talking, and looking back."""
