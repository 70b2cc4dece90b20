"""Backups: everything a site cannot make again in one file, and the way back."""
