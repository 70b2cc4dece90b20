"""PostgreSQL, with little patience where it is away."""
