"""Talk at the table."""

from django.urls import path

from games.views.play import talk

urlpatterns = [
    path("games/<uuid:game_id>/talk/", talk.talk, name="talk"),
    path("games/<uuid:game_id>/talk/mute/", talk.mute, name="mute"),
    path("games/<uuid:game_id>/talk/unmute/", talk.unmute, name="unmute"),
]
