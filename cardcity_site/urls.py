"""Addresses: the site's own, accounts, the moderators' desk, the choice of language."""

from django.contrib import admin
from django.urls import include, path, re_path

from games.views.entry.addresses import addresses, confirm_address
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
    # Say so where no second mail is sent, and where a link is used up.
    path("accounts/email/", addresses, name="account_email"),
    re_path(r"^accounts/confirm-email/(?P<key>[-:\w]+)/$", confirm_address, name="account_confirm_email"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("i18n/setlang/", set_language, name="set_language"),
]
