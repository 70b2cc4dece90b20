"""Addresses: the site's own, accounts, the moderators' desk, the choice of language."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

# allauth's limits on guessing passwords hold for the desk too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler400 = "games.views.errors.bad_request"

urlpatterns = [
    path("", include("games.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
]
