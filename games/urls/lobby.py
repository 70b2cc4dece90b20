"""The lobby, one's own games, friends and invitations."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
