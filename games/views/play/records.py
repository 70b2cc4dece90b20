"""A game's record as a file, out and in again."""

import json
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from games.requests import viewer
from games.rules.protocol import MalformedMove
from games.selectors.viewers import seat_of
from games.services.storage import records
from games.views.requests import find_game, private
from games.views.start.openings import count_address
from games.views.visitors import remember_invitation

MAX_RECORD = 512 * 1024
"""Random games of Karciane Miasto with five seats, the longest there are, come to 240 to 330 KB."""


@require_safe
@private
def record(request: HttpRequest, game_id: UUID) -> JsonResponse:
    """Return the record as a download; while the game runs without what is hidden."""
    game = find_game(request, game_id)
    seat = seat_of(game, viewer(request))
    if game.is_running and seat and seat.left:
        seat = None
    answer = JsonResponse(
        records.export_record(game, seat.index if seat else None), json_dumps_params={"indent": 1}
    )
    answer["Content-Disposition"] = f'attachment; filename="card-city-{game.pk}.json"'
    return answer


@require_POST
@private
def import_record(request: HttpRequest) -> HttpResponse:
    """Replay an uploaded record and open it in the replay."""
    upload = request.FILES.get("record")
    try:
        if upload is None or upload.size > MAX_RECORD:
            raise MalformedMove(records.NOT_A_RECORD)
        count_address(request)
        game = records.import_record(json.loads(upload.read()))
    except (MalformedMove, ValueError, RecursionError):
        messages.error(request, gettext(records.NOT_A_RECORD))
        return redirect("games:home")
    remember_invitation(request, game)
    return redirect("games:replay", game.pk)
