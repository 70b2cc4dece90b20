"""Dates in Traditional Chinese."""
