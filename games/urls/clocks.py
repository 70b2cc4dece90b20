"""Time running out, pauses and holidays."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
