"""The start page, tables before, during and after the game."""

from django.urls import path

from games.views import health, rules
from games.views.play import fairness, records, replay, table, tables
from games.views.start import home, ways

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", health.healthz, name="healthz"),
    path("new/<title:slug>/", ways.new, name="new"),
    path("new/<title:slug>/bots/", ways.against_bots, name="against_bots"),
    path("new/<title:slug>/quick/", ways.quick, name="quick"),
    path("rules/", rules.books, name="rule_books"),
    path("rules/<title:slug>/", rules.rules, name="rules"),
    path("rules/<title:slug>/cards/", rules.card, name="card"),
    path("records/", records.import_record, name="import_record"),
    path("games/<uuid:game_id>/", table.table, name="table"),
    path("games/<uuid:game_id>/move/", table.move, name="move"),
    path("games/<uuid:game_id>/sit/", tables.sit, name="sit"),
    path("games/<uuid:game_id>/join/<slug:code>/", tables.join, name="join"),
    path("games/<uuid:game_id>/leave/", tables.leave, name="leave"),
    path("games/<uuid:game_id>/start/", tables.start, name="start"),
    path("games/<uuid:game_id>/seed/", tables.seed, name="seed"),
    path("games/<uuid:game_id>/rematch/", tables.rematch, name="rematch"),
    path("games/<uuid:game_id>/replay/", replay.replay, name="replay"),
    path("games/<uuid:game_id>/replay/<int:ply>/", replay.replay, name="replay"),
    path("games/<uuid:game_id>/record.json", records.record, name="record"),
    path("games/<uuid:game_id>/fair/", fairness.fair, name="fair"),
    path("games/<uuid:game_id>/fair.json", fairness.fair_json, name="fair_json"),
]
