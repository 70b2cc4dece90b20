"""The lobby, one's own games, friends and invitations."""

from django.urls import path

from games.views.own import people
from games.views.play import company, tables
from games.views.start import lobby

urlpatterns = [
    path("lobby/", lobby.lobby, name="lobby"),
    path("games/", lobby.mine, name="mine"),
    path("games/next/", lobby.next_waiting, name="next"),
    path("games/waiting/", lobby.waiting, name="waiting"),
    path("games/<uuid:game_id>/invite/", company.invite, name="invite"),
    path("games/<uuid:game_id>/link/", tables.renew_link, name="renew_link"),
    path("games/<uuid:game_id>/decline/", company.decline, name="decline"),
    path("games/<uuid:game_id>/people/", company.at_table, name="people_at_table"),
    path("people/", people.people, name="people"),
    path("people/relate/", people.relate, name="relate"),
]
