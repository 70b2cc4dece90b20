"""The only writers: everything that changes a table goes through here."""
