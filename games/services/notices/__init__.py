"""What somebody is to hear of, and what waits for them."""
