"""Settings, privacy and what the site keeps about somebody."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
