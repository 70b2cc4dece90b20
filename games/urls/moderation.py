"""Reports, sanctions and appeals."""

from django.urls import URLPattern, path

from games.views.own import moderation

urlpatterns: list[URLPattern] = [
    path("report/", moderation.report, name="report"),
    path("moderation/", moderation.figures, name="moderation"),
    path("you/standing/", moderation.standing, name="standing"),
    path("you/standing/read/", moderation.acknowledged, name="acknowledge"),
    path("you/standing/appeal/", moderation.appealed, name="appeal"),
]
