"""What effects do, one function for each kind."""
