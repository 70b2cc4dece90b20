"""What the market offers, and what may pay for it."""
