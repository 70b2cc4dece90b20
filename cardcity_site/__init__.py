"""The site: settings, addresses and the ASGI application."""
