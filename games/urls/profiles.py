"""Profiles, ratings, leader boards."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
