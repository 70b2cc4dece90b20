"""Dates in Ukrainian."""
