"""Who may do what: ranks, the log of the staff, and whom the site takes."""
