"""Tests of Card City's rules."""
