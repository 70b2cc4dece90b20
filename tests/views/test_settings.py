"""Settings: a name and a language of one's own, and what each device likes, for guests too."""

import pytest
from django.conf import settings as project
from django.test import Client

from games.forms.prefs import WORDS, Prefs, read, written
from games.models import Guest, Profile
from games.services.tables.seating import Plan, open_table, sit
from tests.tables import guest
from tests.views.members import account, member, sign_in, sign_up, viewer_for
from tests.views.people import browser_of, table_with_browsers

pytestmark = pytest.mark.django_db
PLAIN = {"language": "en", "theme": "system", "motion": "system", "sound": "on", "keys": "on"}
SHOWN = ("theme", "motion", "sound", "signs", "confirm", "keys")
"""What a page says of its device."""


def save(client, **chosen):
    return client.post("/you/settings/", {**PLAIN, "name": "Anna", **chosen})


def attributes(client, address="/"):
    """Return what the page says of its device, from its first tag."""
    tag = client.get(address).content.decode().split("<html", 1)[1].split(">", 1)[0]
    return {name: tag.split(f'data-{name}="')[1].split('"')[0] for name in SHOWN}


def test_a_device_that_chose_nothing_follows_its_system():
    assert attributes(Client()) == {name: getattr(Prefs(), name) for name in SHOWN}


@pytest.mark.parametrize(("name", "word"), [(name, word) for name in SHOWN for word in WORDS[name]])
def test_a_guests_device_keeps_each_choice(name, word):
    client = Client()
    switched_off = {name} if word == "off" else set()
    posted = {field: value for field, value in (PLAIN | {name: word}).items() if field not in switched_off}
    assert client.post("/you/settings/", posted).url == "/you/settings/"
    for page in ("/", "/accounts/login/", "/you/"):
        assert attributes(client, page)[name] == word


def test_the_pace_of_bots_is_suggested_and_other_choices_of_the_device_stay():
    client = Client()
    client.cookies["prefs"] = "way:friend.level:4"
    save(client, bots="calm")
    assert read(client.cookies["prefs"].value) == Prefs(way="friend", level="4", bots="calm", signs="off")


def test_choices_of_a_device_stay_on_it():
    user, client = member()
    save(client, theme="dark")
    other = Client()
    sign_in(other, user.username)
    assert attributes(client)["theme"] == "dark"
    assert attributes(other)["theme"] == "system"


def test_what_a_device_chose_is_read_back_as_it_was_written():
    chosen = Prefs(theme="dark", motion="reduced", sound="off", confirm="on", keys="off")
    assert read(written(chosen)) == chosen


@pytest.mark.parametrize(
    "cookie", ["", "theme", "theme:", 'theme:"><script>', "..::..", "shoe:left", "theme:dark2", "x" * 4000]
)
def test_an_odd_cookie_counts_as_none(cookie):
    client = Client()
    client.cookies["prefs"] = cookie
    assert attributes(client) == {name: getattr(Prefs(), name) for name in SHOWN}


def test_the_cookie_of_a_device_is_guarded():
    cookie = save(Client()).cookies["prefs"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 365 * 86400)


def test_what_is_not_offered_is_sent_back_with_a_reason():
    client = Client()
    answer = save(client, theme="pink")
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert '<div class="alert" role="alert" tabindex="-1" autofocus>' in answer.content.decode()
    assert '<a href="#id_theme_0">Appearance: ' in answer.content.decode()
    assert "prefs" not in client.cookies


def test_an_account_is_called_as_it_wants():
    user, client = member()
    save(client, name="  Zoe\u0308  ")
    assert Profile.objects.get(user=user).name == "Zoë"
    assert "<bdi>Zoë</bdi>" in client.get("/").content.decode()


@pytest.mark.parametrize("name", ["x" * 21, "a\u202eb", "\u200b", "", "a\u0300\u0301\u0302\u0303\u0304"])
def test_a_name_that_tricks_the_eye_is_refused(name):
    user, client = member()
    assert save(client, name=name).status_code == 422
    assert Profile.objects.get(user=user).name == "anna"


def test_a_guest_may_take_another_name():
    who = guest("Bela")
    save(browser_of(who), name="Béla")
    assert Guest.objects.get(pk=who.guest_id).name == "Béla"


def test_who_is_nobody_yet_is_not_asked_for_a_name():
    assert 'name="name"' not in Client().get("/you/settings/").content.decode()
    save(Client(), name="Somebody")
    assert not Guest.objects.exists()


def test_a_seat_keeps_the_name_it_was_taken_with():
    game, (client, _) = table_with_browsers()
    save(client, name="Zoë")
    assert game.seats.get(index=0).name == "Player 0"


def test_two_people_of_one_name_are_told_apart_at_a_table():
    one, other = viewer_for(account("anna")), guest("ANNA")
    game = open_table(one, Plan("demo", 3, {}))
    sit(game.pk, other, "")
    sit(game.pk, guest("Anna"), "")
    assert list(game.seats.values_list("name", flat=True)) == ["anna", "ANNA (2)", "Anna (3)"]


def test_a_claimed_seat_does_not_bear_the_name_of_somebody_beside_it():
    game, (client, _) = table_with_browsers()
    game.seats.filter(index=1).update(name="Anna")
    sign_up(client, "anna")
    assert list(game.seats.values_list("name", flat=True)) == ["anna (2)", "Anna"]


@pytest.mark.parametrize("language", [code for code, _ in project.LANGUAGES])
def test_the_language_is_the_devices_and_the_accounts(language):
    user, client = member()
    save(client, language=language)
    other = Client()
    sign_in(other, user.username)
    for device in (client, other):
        assert f'<html lang="{language}"' in device.get("/").content.decode()
    assert Profile.objects.get(user=user).language == language


def test_the_switch_in_the_menu_chooses_for_the_account_too():
    user, client = member()
    client.post("/i18n/setlang/", {"language": "uk", "next": "/"})
    client.post("/i18n/setlang/", {"language": "klingon", "next": "/"})
    assert Profile.objects.get(user=user).language == "uk"


def test_a_new_account_speaks_the_language_it_was_made_in():
    client = Client()
    client.post("/i18n/setlang/", {"language": "pl", "next": "/"})
    sign_up(client, "anna")
    assert Profile.objects.get().language == "pl"


def test_the_table_asks_before_a_move_only_where_it_is_wanted():
    game, (client, _) = table_with_browsers()
    table = f"/games/{game.pk}/"
    assert "ask-move" not in client.get(table).content.decode()
    save(client, confirm="on")
    page = client.get(table).content.decode()
    assert 'id="ask-move"' in page
    assert "js/confirm.js" in page
    save(client)
    assert "ask-move" not in client.get(table).content.decode()
