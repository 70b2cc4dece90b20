"""Settings, privacy and what the site keeps about somebody."""

from django.urls import path

from games.views.entry import entrance, sign_in_links
from games.views.own import settings, you

urlpatterns = [
    path("sign-in/<str:token>/", sign_in_links.sign_in_link, name="sign_in_link"),
    path("invited/<str:token>/", entrance.invited, name="invited"),
    path("you/password/", sign_in_links.new_password, name="new_password"),
    path("you/", you.you, name="you"),
    path("you/settings/", settings.settings, name="settings"),
    path("you/export/", you.export, name="export"),
    path("you/delete/", you.delete, name="delete"),
    path("you/keep/", you.keep, name="keep"),
]
