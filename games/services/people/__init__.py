"""Accounts and guests, what they chose and made of each other, and what is counted of strangers."""
