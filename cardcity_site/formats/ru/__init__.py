"""Dates in Russian."""
