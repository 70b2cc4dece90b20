"""The site's own name, also where no request is; its release and its scripts."""

from django import template
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.utils.html import format_html_join

from cardcity_site.bundles import BUNDLES
from cardcity_site.release import RELEASE

register = template.Library()


@register.simple_tag
def site_name() -> str:
    """Return what whoever runs the site calls it."""
    name: str = settings.SITE_NAME
    return name


@register.simple_tag
def release() -> str:
    """Return the release of which a page is."""
    return RELEASE


@register.simple_tag
def scripts(bundle: str) -> str:
    """Return the tag of a bundle, or where static files are not collected those of its scripts."""
    is_collected = isinstance(staticfiles_storage, ManifestFilesMixin)
    names = [bundle] if is_collected else BUNDLES[bundle]
    tags = ((staticfiles_storage.url(name),) for name in names)
    return format_html_join("\n  ", '<script src="{}" defer></script>', tags)
