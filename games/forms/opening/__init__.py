"""What is asked before a table is opened or joined."""
