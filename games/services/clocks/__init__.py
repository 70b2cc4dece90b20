"""Time at a table: clocks that run, stand and end, pauses of bots, vacations and reminders."""
