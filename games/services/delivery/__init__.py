"""Messages that leave the site: by mail, push and webhook."""
