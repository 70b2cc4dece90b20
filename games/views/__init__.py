"""HTTP in, one page or part out."""
