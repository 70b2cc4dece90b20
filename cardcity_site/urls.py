"""Addresses: the site's own, accounts, the moderators' desk, the choice of language."""

from django.contrib import admin
from django.urls import include, path

from games.views.entry.addresses import addresses
from games.views.entry.entrance import reset_password, sign_up
from games.views.entry.sessions import sessions
from games.views.language import set_language

handler400 = "games.views.errors.bad_request"
handler403 = "games.views.errors.forbidden"
handler404 = "games.views.errors.not_here"
handler500 = "games.views.errors.broken"

urlpatterns = [
    path("", include("games.urls")),
    # Before allauth's own, which asks the database thrice for each session.
    path("accounts/sessions/", sessions, name="usersessions_list"),
    # These count what succeeds, not what is refused.
    path("accounts/signup/", sign_up, name="account_signup"),
    path("accounts/password/reset/", reset_password, name="account_reset_password"),
    # Says so where no second mail is sent.
    path("accounts/email/", addresses, name="account_email"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("i18n/setlang/", set_language, name="set_language"),
]
