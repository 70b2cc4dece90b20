"""Addresses: the site's own, accounts, the moderators' desk, the choice of language."""

from django.contrib import admin
from django.urls import include, path

from games.views.language import set_language
from games.views.sessions import sessions

handler400 = "games.views.errors.bad_request"

urlpatterns = [
    path("", include("games.urls")),
    # Before allauth's own, which asks the database thrice for each session.
    path("accounts/sessions/", sessions, name="usersessions_list"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("i18n/setlang/", set_language, name="set_language"),
]
