"""The titles as pure Python: no Django, no clock, no generator of their own."""
