"""Time at a table: clocks that run, stand and end, pauses of bots, holidays and reminders."""
