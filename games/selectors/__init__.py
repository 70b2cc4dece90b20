"""Reads that several views share."""
