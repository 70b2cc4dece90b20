"""The server: connections, what each may take, and how they end."""
