"""Notices and how they reach people."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
