"""The moderators' desk: a queue, whom and what it is about, and nothing that a player may not know."""

from django.conf import settings
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin import audit, people, reports, rescue, sanctions, site, tables, talk  # noqa: F401
from games.admin.words import name_models

admin.site.site_header = _("Moderation")
admin.site.site_title = settings.SITE_NAME
admin.site.index_title = _("Waiting for review")
name_models()
