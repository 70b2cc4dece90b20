"""Accounts, and the doors for those who have or want one."""
