"""Notices and how they reach people."""

from django.urls import path

from games.views.own import notices

urlpatterns = [
    path("you/notices/", notices.notices, name="notices"),
    path("you/notices/read/", notices.read, name="read_notices"),
    path("you/notices/settings/", notices.settings, name="notice_settings"),
    path("you/notices/test/", notices.try_out, name="test_notice"),
    path("you/notices/push/", notices.subscribe, name="push_subscribe"),
    path("you/notices/push/forget/", notices.forget, name="push_forget"),
    path("you/deliveries/", notices.deliveries, name="deliveries"),
    path("unsubscribe/<str:token>/", notices.unsubscribe, name="unsubscribe"),
    path("service-worker.js", notices.service_worker, name="service_worker"),
]
