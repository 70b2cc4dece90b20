"""The site's own name, for pages and mails; also for those that are rendered without a request."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def site_name() -> str:
    """Return what whoever runs the site calls it."""
    name: str = settings.SITE_NAME
    return name
