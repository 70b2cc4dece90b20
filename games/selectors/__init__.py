"""Reads and calculations; nothing here writes."""
