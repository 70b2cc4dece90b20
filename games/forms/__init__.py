"""What people type, cleaned."""
