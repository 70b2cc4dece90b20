"""What moderators do."""

from django.urls import path

from games.views import home

urlpatterns = [path("report/", home.home, name="report")]
