"""Settings, privacy and what the site keeps about somebody."""

from django.urls import path

from games.views import settings, you

urlpatterns = [
    path("you/", you.you, name="you"),
    path("you/settings/", settings.settings, name="settings"),
    path("you/export/", you.export, name="export"),
    path("you/delete/", you.delete, name="delete"),
    path("you/keep/", you.keep, name="keep"),
]
