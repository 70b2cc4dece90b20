"""Decks, and the choice of one at a table."""

from django.urls import path

from games.views.own import decks
from games.views.play import tables

urlpatterns = [
    path("decks/", decks.decks, name="decks"),
    path("decks/new/<title:slug>/", decks.new, name="new_deck"),
    path("decks/starter/<title:slug>/<slug:deck>/", decks.starter, name="starter_deck"),
    path("decks/starter/<title:slug>/<slug:deck>/copy/", decks.copy_starter, name="copy_starter_deck"),
    path("decks/<int:deck_id>/", decks.deck, name="deck"),
    path("decks/<int:deck_id>/cards/", decks.change, name="change_deck"),
    path("decks/<int:deck_id>/copy/", decks.copy, name="copy_deck"),
    path("decks/<int:deck_id>/delete/", decks.delete, name="delete_deck"),
    path("decks/<int:deck_id>/rename/", decks.rename, name="rename_deck"),
    path("decks/<int:deck_id>/text/", decks.text, name="deck_text"),
    path("games/<uuid:game_id>/deck/", tables.deck, name="choose_deck"),
]
