"""Reports, sanctions and appeals."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
