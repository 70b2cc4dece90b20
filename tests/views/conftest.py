"""Fixtures of the tests of pages."""

import pytest
from django.core.cache import cache


@pytest.fixture
def quick(settings):
    """Check passwords fast, and count no tries of earlier tests."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()
