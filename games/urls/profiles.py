"""Profiles, ratings, leader boards."""

from django.urls import path

from games.views.own import profiles

urlpatterns = [
    path("players/<int:user_id>/", profiles.profile, name="profile"),
    path("leaders/", profiles.leaders, name="leaders"),
    path("leaders/<title:slug>/", profiles.leaders, name="leaders"),
    path("fair-play/", profiles.fair_play, name="fair_play"),
]
