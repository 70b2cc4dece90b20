"""What the staff is asked before it acts."""
