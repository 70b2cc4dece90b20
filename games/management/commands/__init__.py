"""What ``manage.py`` can do here."""
