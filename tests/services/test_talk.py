"""Who may say what, how often, and what becomes of it."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from games.forms.talk import clean_line
from games.live.rooms.talk import listen
from games.models import ChatLine, Game, Relation, Sanction
from games.rules.protocol import MalformedMove, NotSeated
from games.selectors.players.sanctions import Banned
from games.selectors.tables.facts import facts_of
from games.selectors.viewers import Viewer
from games.services.company.talk import TooSoon, hide_line, mute, unmute
from games.services.storage.news import ply_committed
from games.services.tables.leaving import leave
from tests.tables import guest, running
from tests.talking import account, said, seat, tell
from tests.threads import each_at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def game():
    return running()[0]


@pytest.fixture
def olga(game):
    """Somebody with an account, at seat 0."""
    viewer = account("Olga")
    seat(game, 0, viewer)
    return viewer


def test_who_sits_speaks_to_the_players_and_who_does_not_to_the_watchers(game, olga):
    assert tell(game, olga, "Hello").room == "players"
    assert tell(game, account("Petro"), "Hello").room == "watchers"


def test_a_line_keeps_who_said_it_under_which_name(game, olga):
    line = tell(game, olga, "Hello")
    assert (line.user_id, line.guest_id, line.name, line.text) == (olga.user_id, None, "Olga", "Hello")


def test_at_a_table_one_speaks_under_the_name_of_ones_seat(game, olga):
    renamed = replace(olga, name="Olenka")
    assert (tell(game, renamed, "Hello").name, tell(running()[0], renamed, "Hello").name) == (
        "Olga",
        "Olenka",
    )


def test_talk_changes_the_number_of_the_talk_and_nothing_else_of_the_game(game, olga):
    before = Game.objects.values().get(pk=game.pk)
    tell(game, olga, "Hello")
    after = Game.objects.values().get(pk=game.pk)
    assert {name for name in after if after[name] != before[name]} == {"talk_no"}
    assert game.records.count() == 1


def test_the_same_form_sent_twice_says_it_once(game, olga):
    first = tell(game, olga, "Hello", once="a")
    assert tell(game, olga, "Hello", once="a") == first
    assert ChatLine.objects.count() == 1


def test_a_form_filled_in_anew_is_another_line(game, olga):
    tell(game, olga, "Hello", once="a")
    tell(game, olga, "Good luck", once="a")
    assert ChatLine.objects.count() == 2


def test_two_people_with_equal_forms_both_speak(game, olga):
    tell(game, olga, "Hello", once="a")
    tell(game, account("Petro"), "Hello", once="a")
    assert ChatLine.objects.count() == 2


def test_ten_lines_in_half_a_minute_are_enough(game, olga):
    for number in range(10):
        said(game, olga, f"line {number}", ago=20 - number)
    with pytest.raises(TooSoon) as refusal:
        tell(game, olga, "one more")
    assert 9 <= refusal.value.values["seconds"] <= 10
    assert ChatLine.objects.count() == 10


def test_after_half_a_minute_one_may_write_again(game, olga):
    for number in range(10):
        said(game, olga, f"line {number}", ago=31 - number)
    assert tell(game, olga, "one more").pk


def test_lines_at_other_tables_count_too(game, olga):
    other, _ = running()
    for number in range(10):
        said(other, olga, f"line {number}", room="watchers", ago=5)
    with pytest.raises(TooSoon):
        tell(game, olga, "one more")


def test_what_others_say_does_not_count(game, olga):
    petro = account("Petro")
    for number in range(10):
        said(game, petro, f"line {number}", ago=5)
    assert tell(game, olga, "Hello").pk


def test_the_same_line_again_has_to_wait_ten_seconds(game, olga):
    said(game, olga, "Hello", ago=4)
    with pytest.raises(TooSoon) as refusal:
        tell(game, olga, "Hello")
    assert 5 <= refusal.value.values["seconds"] <= 6
    assert tell(game, olga, "Hello, all").pk


def test_the_same_line_may_come_again_later_or_at_another_table(game, olga):
    said(game, olga, "Hello", ago=11)
    assert tell(game, olga, "Hello").pk
    other, _ = running()
    assert tell(other, olga, "Hello").pk


def test_guests_say_ready_made_phrases_only(game):
    someone = guest("Greta")
    assert tell(game, someone, phrase="hello").phrase == "hello"
    with pytest.raises(NotSeated):
        tell(game, someone, "Hello")


def test_who_has_no_name_says_nothing(game):
    with pytest.raises(NotSeated):
        tell(game, Viewer(), phrase="hello")


def test_nothing_is_no_line(game, olga):
    with pytest.raises(MalformedMove):
        tell(game, olga)


@pytest.mark.parametrize("kind", [Sanction.Kind.CHAT, Sanction.Kind.SITE])
def test_who_is_banned_says_nothing_until_it_is_over(game, olga, kind):
    ban = Sanction.objects.create(user_id=olga.user_id, kind=kind, reason="Rude.")
    with pytest.raises(Banned):
        tell(game, olga, "Hello")
    assert not ChatLine.objects.exists()
    ban.until = timezone.now() - timedelta(seconds=1)
    ban.save()
    assert tell(game, olga, "Hello").pk


@pytest.mark.parametrize("kind", [Sanction.Kind.WARNING, Sanction.Kind.HOSTING])
def test_other_sanctions_leave_the_voice(game, olga, kind):
    Sanction.objects.create(user_id=olga.user_id, kind=kind, reason="Rude.")
    assert tell(game, olga, "Hello").pk


@pytest.fixture
def news():
    """The games that were announced."""
    heard = []

    def listen(sender, game_id, **_):
        heard.append(game_id)

    ply_committed.connect(listen)
    yield heard
    ply_committed.disconnect(listen)


def test_a_line_is_announced_once_it_is_stored(game, olga, news, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        tell(game, olga, "Hello")
    assert news == [game.pk]


def test_a_hidden_line_is_kept_and_announced(game, olga, news, django_capture_on_commit_callbacks):
    line = said(game, olga, "Rude")
    with django_capture_on_commit_callbacks(execute=True):
        hide_line(line)
    first = ChatLine.objects.get().hidden_at
    assert (first is not None, ChatLine.objects.get().text, news) == (True, "Rude", [game.pk])
    hide_line(line)
    assert ChatLine.objects.get().hidden_at == first
    assert Game.objects.get(pk=game.pk).talk_no == 1


def test_muting_is_one_relation_however_often_and_never_to_oneself(olga):
    petro, greta = account("Petro"), guest("Greta")
    for person in (petro, petro, greta, olga, Viewer()):
        mute(olga, person.person)
    found = Relation.objects.values_list("owner", "kind", "user", "guest")
    assert set(found) == {
        (olga.user_id, "mute", petro.user_id, None),
        (olga.user_id, "mute", None, greta.guest_id),
    }
    unmute(olga, petro.person)
    assert Relation.objects.get().guest_id == greta.guest_id


@pytest.mark.django_db(transaction=True)
def test_ten_clicks_at_once_say_it_once():
    game, _ = running()
    olga = account("Olga")
    lines = each_at_once(lambda _: tell(game, olga, "Hello", once="a").pk, 10)
    assert lines == [ChatLine.objects.get().pk] * 10


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("  two   words ", "two words"),
        ("one\r\nline\tonly", "one line only"),
        ("a\u2028b\u00a0c", "a b c"),
        ("e\u0301", "é"),
        ("\u202eevil\u202c", "evil"),
        ("a\u2066b\u2069\u200e\u200f\u061cc", "abc"),
        ("bell\x07\x00\x1b[31m", "bell[31m"),
        ("zero\u200bwidth\ufeff\u00ad", "zerowidth"),
        ("Z\u0335\u0335\u0335\u0335\u0335algo", "Z\u0335\u0335\u0335algo"),
        ("👨‍👩‍👧 👍🏽 🇺🇦", "👨‍👩‍👧 👍🏽 🇺🇦"),
        ("می‌خواهم", "می‌خواهم"),
        ("שלום, 你好, Łódź", "שלום, 你好, Łódź"),
        ("\udc80half", "half"),
        ("\ue000private\U000f0000", "private"),
        ("x" * 300, "x" * 300),
        ("💩" * 300, "💩" * 300),
    ],
)  # fmt: skip
def test_a_line_is_cleaned(typed, line):
    assert clean_line(typed) == line


@pytest.mark.parametrize(
    "typed",
    ["", " ", "\n\t", "\u200b", "\u202e\u202c", "\u2800", "\u3164\u115f", "\u200d\u200c", "\u0301", "\ufe0f", "\x00"],
)  # fmt: skip
def test_a_line_nobody_could_see_is_refused(typed):
    with pytest.raises(ValidationError):
        clean_line(typed)


@pytest.mark.parametrize("typed", ["x" * 301, "x " * 200, "💩" * 301, "x" * 100_000])
def test_a_line_that_is_too_long_is_refused(typed):
    with pytest.raises(ValidationError):
        clean_line(typed)


def test_who_left_hears_and_speaks_to_the_watchers():
    game, (anna, ben, _) = running(seats=3)
    tell(game, anna, phrase="hello")
    leave(game.pk, anna)
    assert tell(game, anna, phrase="thanks").room == "watchers"
    facts = facts_of([game.pk])[game.pk]
    talk = listen(facts, [(anna, "en"), (ben, "en")])
    assert {talk.ears[who, "en"].rooms for who in (anna, ben)} == {("watchers",), ("players",)}
