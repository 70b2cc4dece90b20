"""Reports: only what one sees, with the evidence of that moment, folded, answered."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils import timezone

from games.models import ChatLine, Game, Notice, Profile, Report
from games.selectors.viewers import Viewer
from games.services.moderation import reports
from games.services.moderation.reports import TooManyReports
from games.services.rights.staff import DeskError
from games.services.tables.seating import Plan, open_table
from tests.moderation.people import (
    account,
    browser,
    game_with,
    moderator,
    reported,
    said,
    staff,
    viewer,
)
from tests.tables import guest, running
from tests.talking import tell
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
PAGE = reverse("games:report")
State = Report.State


def send(client, query, **form):
    return client.post(f"{PAGE}?{query}", {"reason": "insult", "words": "", **form})


def desk_page(report):
    return reverse("admin:games_report_change", args=[report.pk])


# What can be reported


def test_a_person_is_reported_from_their_profile():
    anna, ben = account("Anna"), account("Ben")
    client = browser(anna)
    assert "Report <bdi>Ben</bdi>" in client.get(f"{PAGE}?person={ben.pk}").content.decode()
    assert send(client, f"person={ben.pk}", words="He shouted.").status_code == 302
    made = Report.objects.get()
    assert (made.kind, made.user, made.by_user, made.words) == ("person", ben, anna, "He shouted.")
    assert made.evidence == {"name": "Ben"}


def test_a_name_is_reported_on_its_own():
    anna, ben = account("Anna"), account("Ben")
    assert send(browser(anna), f"name={ben.pk}", reason="name").status_code == 302
    assert (Report.objects.get().kind, Report.objects.get().user) == ("name", ben)


def test_a_guest_reports_a_guest_at_the_same_table():
    game, (anna, ben) = running()
    assert send(browser_of(anna), f"guest={ben.guest_id}&game={game.pk}").status_code == 302
    made = Report.objects.get()
    assert (made.guest_id, made.by_guest_id, made.game) == (ben.guest_id, anna.guest_id, game)


def test_at_a_table_one_chooses_whom_one_means():
    game, (anna, ben) = running()
    page = browser_of(anna).get(f"{PAGE}?game={game.pk}").content.decode()
    assert "Player 1" in page.split("<form")[2]
    assert send(browser_of(anna), f"game={game.pk}", about="1", reason="stalling").status_code == 302
    assert send(browser_of(anna), f"game={game.pk}", about="", reason="other").status_code == 302
    found = Report.objects.order_by("pk")
    assert [(one.kind, one.guest_id) for one in found] == [("person", ben.guest_id), ("game", None)]


def test_the_table_leads_to_the_report():
    game, (anna, _) = running()
    for client in (browser_of(anna), browser_of(guest("Watcher"))):
        page = client.get(reverse("games:table", args=[game.pk])).content.decode()
        assert f"{PAGE}?game={game.pk}" in page


def test_only_what_one_sees_can_be_reported():
    hidden = open_table(guest("Hanna"), Plan("demo", 3, {}))
    host = hidden.seats.get()
    line = said(hidden, Viewer(guest_id=host.guest_id, name="Hanna"), "Hello")
    gone = account(is_active=False)
    game, (anna, _) = running()
    queries = [
        "", f"game={hidden.pk}", f"game={uuid4()}", "game=x", f"guest={host.guest_id}", f"guest={uuid4()}",
        f"line={line.pk}", "line=9", "line=x", "person=99999999999999999999", "person=²", f"person={gone.pk}",
        f"person={account().pk}&game={game.pk}", f"guest={anna.guest_id}&game={hidden.pk}",
        f"name={host.guest_id}", "name=nobody", f"guest={anna.guest_id}&game={game.pk}", f"name={anna.guest_id}",
    ]  # fmt: skip
    client = browser_of(anna)
    for query in queries:
        assert client.get(f"{PAGE}?{query}").status_code == 404, query
        assert send(client, query).status_code == 404, query
    assert not Report.objects.exists()


def test_a_stranger_is_asked_to_sign_in_and_learns_nothing(client):
    game, _ = running()
    assert client.get(f"{PAGE}?game={game.pk}")["Location"].startswith("/accounts/login/?next=/report/")
    assert send(client, f"game={game.pk}").status_code == 302
    assert client.get(f"{PAGE}?game={uuid4()}").status_code == 404
    assert not Report.objects.exists()


@pytest.mark.parametrize("form", [{"reason": ""}, {"reason": "x"}, {"words": "x" * 501}, {"about": "7"}])
def test_a_report_says_why_in_few_words(form):
    game, (anna, _) = running()
    assert send(browser_of(anna), f"game={game.pk}", **form).status_code == 422
    assert not Report.objects.exists()


# Evidence


def test_a_line_is_kept_with_its_neighbours_however_the_talk_goes_on():
    game, (anna, ben) = running()
    lines = [said(game, ben, f"line {number}") for number in range(14)]
    said(game, ben, "among watchers", ChatLine.Room.WATCHERS)
    ChatLine.objects.filter(pk=lines[5].pk).update(hidden_at=timezone.now())
    assert send(browser_of(anna), f"line={lines[7].pk}").status_code == 302
    ChatLine.objects.update(text="changed", name="Somebody")
    Game.objects.filter(pk=game.pk).update(ply=77)
    found = Report.objects.get().evidence
    texts = [line["text"] for line in found["lines"]]
    assert texts == [f"line {number}" for number in (1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12)]
    assert [line["text"] for line in found["lines"] if line["is_it"]] == ["line 7"]
    assert found["name"] == "Player 1"
    assert found["game"] == {
        "id": str(game.pk), "title": "Demo", "seats": ["Player 0", "Player 1"], "ply": 0, "status": "running",
        "holders": [anna.actor, ben.actor],
    }  # fmt: skip
    assert {line["author"] for line in found["lines"]} == {ben.actor}


def test_the_evidence_outlives_a_new_name():
    anna, ben = account("Anna"), account("Ben")
    send(browser(anna), f"person={ben.pk}")
    Profile.objects.filter(user=ben).update(name="Saint")
    assert Report.objects.get().evidence["name"] == "Ben"


def test_players_and_watchers_do_not_reach_what_the_others_say_until_the_end():
    game, (anna, ben) = running()
    players = said(game, ben, "I have the mine")
    assert send(browser_of(guest("Watcher")), f"line={players.pk}").status_code == 404
    line = said(game, guest("Watcher"), "She has the mine", ChatLine.Room.WATCHERS)
    assert send(browser_of(anna), f"line={line.pk}").status_code == 404
    assert send(browser_of(guest("Other")), f"line={line.pk}").status_code == 302
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    assert send(browser_of(anna), f"line={line.pk}").status_code == 302


def test_a_hidden_line_is_no_longer_there():
    game, (anna, ben) = running()
    line = said(game, ben, "Bad")
    ChatLine.objects.update(hidden_at=timezone.now())
    assert send(browser_of(anna), f"line={line.pk}").status_code == 404


# Folding and limits


def test_the_same_complaint_of_others_is_folded_into_the_first():
    ben = viewer(account("Ben"))
    first, *others = [reported(guest(f"Guest {number}"), ben) for number in range(4)]
    other_reason = reported(guest("Other"), ben, "spam")
    other_person = reported(guest("Other"), viewer(account("Cleo")))
    assert [one.folded_into for one in others] == [first] * 3
    assert {first.folded_into, other_reason.folded_into, other_person.folded_into} == {None}


def test_the_same_person_says_it_once():
    anna, ben = guest("Anna"), viewer(account("Ben"))
    first = reported(anna, ben)
    folded = reported(guest("Cleo"), ben)
    assert reported(anna, ben) == first
    assert Report.objects.count() == 2
    assert reported(Viewer(guest_id=folded.by_guest_id), ben) == folded


def test_after_the_end_of_a_report_there_can_be_a_new_one():
    anna, ben, desk = guest("Anna"), viewer(account("Ben")), moderator()
    first = reported(anna, ben)
    reports.close(desk, first.pk, "nothing", "")
    again = reported(anna, ben)
    assert again != first
    assert again.folded_into is None


def test_five_reports_a_day_are_enough():
    anna = guest("Anna")
    people = [viewer(account(f"P{number}")) for number in range(6)]
    for person in people[:5]:
        reported(anna, person)
    with pytest.raises(TooManyReports):
        reported(anna, people[5])
    assert reported(anna, people[0]) == Report.objects.earliest("pk")
    answer = send(browser_of(anna), f"person={people[5].user_id}")
    assert answer.status_code == 429
    assert "5 reports in the last 24 hours" in answer.content.decode()
    Report.objects.update(created_at=timezone.now() - timedelta(days=1))
    assert reported(anna, people[5])


# The queue


def test_a_report_is_taken_by_one_and_closed_with_an_answer_to_everybody():
    desk, other = moderator(), moderator()
    anna, cleo, ben = viewer(account("Anna")), guest("Cleo"), viewer(account("Ben"))
    first, folded = reported(anna, ben), reported(cleo, ben)
    reports.take(desk, first.pk)
    with pytest.raises(DeskError):
        reports.take(other, first.pk)
    with pytest.raises(DeskError):
        reports.close(other, first.pk, "acted", "")
    assert reported(guest("Dora"), ben).state == State.TAKEN
    reports.close(desk, first.pk, "acted", "We talked to him.")
    assert set(Report.objects.values_list("state", "outcome", "answer")) == {
        ("closed", "acted", "We talked to him.")
    }
    told = Notice.objects.filter(kind="report_closed")
    assert told.filter(user_id=anna.user_id).count() == told.filter(guest_id=cleo.guest_id).count() == 1
    assert told.count() == 3
    assert folded.pk
    with pytest.raises(DeskError):
        reports.close(desk, first.pk, "nothing", "")


def test_a_taken_report_can_be_put_back_by_anybody_at_the_desk():
    desk, other = moderator(), moderator()
    found = reported(guest("Anna"), viewer(account("Ben")))
    reports.take(desk, found.pk)
    reports.put_back(other, found.pk, "On holiday")
    reports.take(other, found.pk)
    assert Report.objects.get().taken_by == other.user


def test_nobody_handles_a_report_about_a_game_of_theirs_about_them_or_by_them():
    desk = moderator()
    game, viewers = game_with(desk.user)
    mine = [
        reported(guest("Anna"), viewers[1], game=game),
        reported(guest("Anna"), viewer(desk.user)),
        reported(viewer(desk.user), viewer(account("Ben"))),
    ]
    for found in mine:
        for act in (reports.take, lambda desk, pk: reports.close(desk, pk, "nothing", "")):
            with pytest.raises(DeskError):
                act(desk, found.pk)
    assert set(Report.objects.values_list("state", flat=True)) == {"open"}


def test_a_report_about_oneself_is_not_to_be_read_at_the_desk():
    about, other = staff(), staff(name="Other")
    made = reported(viewer(account("Anna")), viewer(about))
    address = reverse("admin:games_report_change", args=[made.pk])
    listing = reverse("admin:games_report_changelist")
    assert browser(other).get(address).status_code == 200
    assert address in browser(other).get(listing).content.decode()
    assert browser(about).get(address).status_code in {302, 404}
    assert address not in browser(about).get(listing).content.decode()


def test_a_report_survives_those_it_is_about():
    anna, ben = account("Anna"), account("Ben")
    made = reported(viewer(anna), viewer(ben))
    get_user_model().objects.filter(pk__in=[anna.pk, ben.pk]).delete()
    reports.close(moderator(), made.pk, "nothing", "")
    assert Report.objects.get().evidence == {"name": "Ben"}


def test_a_phrase_is_shown_in_the_language_of_who_reads():
    game, (anna, ben) = running()
    line = tell(game, anna, phrase="well_played")
    client = browser_of(ben)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "pl"
    assert "Well played!" not in client.get(f"{PAGE}?line={line.pk}").content.decode()
    assert send(client, f"line={line.pk}").status_code == 302
    desk = browser(staff())
    assert "Well played!" in desk.get(desk_page(Report.objects.get())).content.decode()
    desk.cookies[settings.LANGUAGE_COOKIE_NAME] = "pl"
    assert "Well played!" not in desk.get(desk_page(Report.objects.get())).content.decode()


@pytest.mark.database
def test_a_name_is_found_in_any_script():
    for name in ("Олена", "Olena"):
        reported(guest("Anna"), guest(name))
    desk, listing = browser(staff()), reverse("admin:games_report_changelist")
    for name, other in (("Олена", "Olena"), ("Olena", "Олена")):
        shown = desk.get(listing, {"q": name}).content.decode()
        assert f"<bdi>{name}</bdi>" in shown
        assert f"<bdi>{other}</bdi>" not in shown
