"""Addresses of the site, by subject."""

from django.urls import register_converter

from games.views.titles import TitleConverter

# Before the addresses that use it.
register_converter(TitleConverter, "title")

from games.urls import bots, clocks, decks, lobby, moderation, notices, people, profiles, tables, talk  # noqa: E402

app_name = "games"
urlpatterns = [
    *tables.urlpatterns,
    *lobby.urlpatterns,
    *bots.urlpatterns,
    *people.urlpatterns,
    *profiles.urlpatterns,
    *decks.urlpatterns,
    *clocks.urlpatterns,
    *notices.urlpatterns,
    *talk.urlpatterns,
    *moderation.urlpatterns,
]
