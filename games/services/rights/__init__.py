"""Who may do what: sanctions, ranks, the log of the staff, and whom the site takes."""
