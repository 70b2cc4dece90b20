"""Time at a table: clocks that run, stand and end, moments of bots, vacations and reminders."""
