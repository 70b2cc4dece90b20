"""Players without people, on the public protocol of the rules only."""
