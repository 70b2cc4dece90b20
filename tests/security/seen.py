"""Everything a browser is shown, with what is each visitor's own (tokens) made equal."""

import re

from django.test import Client
from django.urls import reverse

HTMX = {"HX-Request": "true"}
_TOKEN = re.compile(
    r'((?:csrfmiddlewaretoken" value|csrf-token" content)=")[A-Za-z0-9]{64}"|(name="once" value=")[0-9a-f]{16}"'
)
_OFFER = re.compile(r'name="offer" value="([0-9a-f-]{36}\.([0-9a-f]{64})\.[0-9]+\.[0-9a-f]{64})"')


def shown(answer):
    """Return status, headers, cookies and body of an answer, to be compared byte for byte."""
    body = answer.content.decode()
    for offer, commitment in set(_OFFER.findall(body)):
        body = body.replace(offer, "OFFER").replace(commitment, "COMMITMENT")
    cookies = sorted((name, morsel["path"], morsel["samesite"]) for name, morsel in answer.cookies.items())
    headers = sorted((name, value) for name, value in answer.headers.items() if name != "Expires")
    return answer.status_code, headers, cookies, _TOKEN.sub(r'\1\2TOKEN"', body)


class Looker:
    """One kind of viewer with a browser, noting down all they are shown."""

    def __init__(self, session_key=None):
        self.client = Client(raise_request_exception=False)
        if session_key:
            self.client.cookies["sessionid"] = session_key
        self.notes = []

    def get(self, address, query=(), **headers):
        answer = self.client.get(address, query, headers=headers)
        self.notes.append((f"GET {address} {query} {headers}", *shown(answer)))
        return answer

    def post(self, address, data, **headers):
        answer = self.client.post(address, data, headers=headers)
        self.notes.append((f"POST {address} {data} {headers}", *shown(answer)))
        return answer

    def move(self, game, notation, ply, key, **headers):
        return self.post(address_of(game, "move"), {"move": notation, "ply": ply, "key": key}, **headers)

    def look_around(self, game):
        """Look at every page there is of a game."""
        for name in ("table", "record", "fair", "fair_json", "replay"):
            self.get(address_of(game, name))
        self.get(address_of(game, "table"), **HTMX)
        for since in ("0", str(game.ply), "x"):
            self.get(address_of(game, "table"), {"since": since}, **HTMX)
        for address in ("/", address_of(game, "sit"), f"{address_of(game, 'table')}join/abc/"):
            self.get(address)

    def look_back(self, game, plies):
        """Look at the replay, now and then as if through a seat's eyes."""
        for number, ply in enumerate(plies):
            self.get(reverse("games:replay", args=[game.pk, ply]), {"seat": "0"} if number % 3 == 0 else {})

    def look_at_the_desk(self, game):
        """Look at what the administration shows."""
        for model in ("game", "seat", "guest"):
            self.get(reverse(f"admin:games_{model}_changelist"))
        self.get(reverse("admin:games_game_change", args=[game.pk]))
        self.get(reverse("admin:games_game_history", args=[game.pk]))
        for seat in game.seats.all():
            self.get(reverse("admin:games_seat_change", args=[seat.pk]))

    def try_things(self, game, drafts, wrong_moves):
        """Compose moves and post what is refused."""
        for number, draft in enumerate(drafts):
            self.get(address_of(game, "table"), draft, **(HTMX if number % 2 else {}))
        for number, notation in enumerate(wrong_moves):
            self.move(game, notation, game.ply, f"wrong-{number}", **(HTMX if number % 2 else {}))
        self.move(game, "stale", 0, "stale")
        for name in ("start", "seed", "rematch", "sit"):
            self.post(address_of(game, name), {"seed": "mine"})


def address_of(game, name):
    """Return one of a game's addresses."""
    return reverse(f"games:{name}", args=[game.pk])
