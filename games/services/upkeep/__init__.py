"""What is done without anybody asking, and how the site checks itself."""
