"""Bots at a table."""

from django.urls import path

from games.views.play import bots

urlpatterns = [
    path("games/<uuid:game_id>/bots/add/", bots.add, name="add_bot"),
    path("games/<uuid:game_id>/bots/start/", bots.start, name="start_with_bots"),
    path("games/<uuid:game_id>/bots/meanwhile/", bots.meanwhile, name="play_meanwhile"),
    path("games/<uuid:game_id>/bots/pace/", bots.pace, name="bot_pace"),
    path("games/<uuid:game_id>/bots/take/", bots.take, name="take_bot_seat"),
    path("games/<uuid:game_id>/bots/withdraw/", bots.withdraw, name="withdraw"),
    path("games/<uuid:game_id>/bots/answer/<int:candidate>/", bots.answer, name="answer_candidate"),
    path("games/<uuid:game_id>/seats/<int:seat>/bot/remove/", bots.remove, name="remove_bot"),
    path("games/<uuid:game_id>/seats/<int:seat>/bot/ask/", bots.ask, name="ask_for_bot_seat"),
    path("games/<uuid:game_id>/seats/<int:seat>/bot/", bots.stand_in, name="stand_in"),
]
