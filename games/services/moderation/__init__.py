"""What the staff does, sees and hears."""
