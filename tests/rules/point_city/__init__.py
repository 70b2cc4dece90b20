"""Tests of Point City's rules."""
