"""Time running out, pauses and vacations."""

from django.urls import path

from games.views.own import vacation
from games.views.play import clocks

urlpatterns = [
    path("games/<uuid:game_id>/seats/<int:seat>/decide/", clocks.decide, name="decide"),
    path("games/<uuid:game_id>/tell/", clocks.tell, name="tell"),
    path("games/<uuid:game_id>/pause/", clocks.pause, name="pause"),
    path("games/<uuid:game_id>/go-on/", clocks.go_on, name="go_on"),
    path("games/<uuid:game_id>/back/", clocks.back, name="back"),
    path("you/vacation/", vacation.vacation, name="vacation"),
    path("you/vacation/end/", vacation.end_vacation, name="end_vacation"),
]
