"""What is private opens to the desk only after a reason that stands in the log."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import AuditEntry, ChatLine, Game, Report, Seat
from games.selectors.desk.evidence import Target
from games.services.moderation import looks
from games.services.moderation.desk import hide_line
from games.services.moderation.reports import Complaint, Kind, file_report
from games.services.rights.staff import ADMINISTRATORS, DeskError
from tests.moderation.people import account, administrator, browser, game_with, moderator, said, staff, viewer
from tests.tables import fresh, guest, running
from tests.views.opening import text_of

pytestmark = pytest.mark.django_db
LIST = "/admin/games/chatline/"
SEARCH = "/admin/games/chatline/search/"


def private_game():
    """Return a private game in which something was said, and the line."""
    game, viewers = running()
    Game.objects.filter(pk=game.pk).update(listed=False)
    return fresh(game), said(game, viewers[0], "between us alone")


def report_on(line):
    who = Target(Kind.LINE, line.name, line.user_id, line.guest_id, line.game, line)
    return file_report(guest("Anna"), who, Complaint("insult", "", {"name": line.name}))


def page_of(row):
    return reverse(f"admin:games_{row._meta.model_name}_change", args=[row.pk])


def look_at(game, report=None):
    address = reverse("admin:games_game_look", args=[game.pk])
    return f"{address}?report={report.pk}" if report else address


@pytest.mark.parametrize("group", ["Moderators", ADMINISTRATORS])
def test_the_list_of_chat_shows_listed_games_and_reported_lines_only(group):
    client = browser(staff(group))
    game, line = private_game()
    listed, viewers = running()
    said(listed, viewers[0], "for everybody")
    text = client.get(LIST).content.decode()
    assert "for everybody" in text
    assert "between us alone" not in text
    assert "between us alone" not in client.get(f"{LIST}?q=between").content.decode()
    assert "between us alone" not in client.get(page_of(line), follow=True).content.decode()
    report_on(line)
    said(game, viewers[1], "more of it")
    text = client.get(LIST).content.decode()
    assert "between us alone" in text
    assert "more of it" not in text


@pytest.mark.parametrize("group", ["Moderators", ADMINISTRATORS])
def test_the_page_of_a_private_game_opens_after_a_reason(group):
    client = browser(staff(group))
    game, _line = private_game()
    answer = client.get(page_of(game))
    assert answer.status_code == 302
    assert answer.url == look_at(game)
    assert client.get(answer.url).status_code == 200
    assert not AuditEntry.objects.exists()
    client.post(answer.url, {"reason": "A player asked for help"})
    assert client.get(page_of(game)).status_code == 200
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.target, entry.reason) == (
        "look",
        f"game:{game.pk}",
        "A player asked for help",
    )


def test_seats_of_a_private_game_and_the_question_for_places_are_behind_the_same_door():
    client = browser(staff())
    game, _line = private_game()
    question = reverse("admin:games_game_act", args=["adjudicate"]) + f"?pk={game.pk}"
    for address in (page_of(Seat.objects.filter(game=game).first()), question):
        answer = client.get(address)
        assert answer.status_code == 302, address
        assert answer.url == look_at(game)
    client.post(look_at(game), {"reason": "Stalled"})
    assert client.get(question).status_code == 200


def test_a_listed_game_needs_no_reason():
    client = browser(staff())
    game, _viewers = running()
    assert client.get(page_of(game)).status_code == 200
    assert not AuditEntry.objects.exists()


def test_one_members_look_opens_nothing_to_another():
    game, _line = private_game()
    browser(staff()).post(look_at(game), {"reason": "Mine"})
    assert browser(staff()).get(page_of(game)).status_code == 302


def test_a_look_is_over_after_a_quarter_of_an_hour(monkeypatch):
    client = browser(staff())
    game, _line = private_game()
    client.post(look_at(game), {"reason": "Mine"})
    later = timezone.now() + timedelta(minutes=16)
    monkeypatch.setattr(looks.timezone, "now", lambda: later)
    assert client.get(page_of(game)).status_code == 302
    assert "View game" in client.get(look_at(game)).content.decode()


def test_private_chat_is_on_the_look_that_comes_from_a_report():
    client = browser(staff())
    game, line = private_game()
    report = report_on(line)
    page = client.get(reverse("admin:games_report_change", args=[report.pk])).content.decode()
    assert look_at(game, report) in page
    shown = client.post(look_at(game, report), {"reason": "The report"}, follow=True).content.decode()
    assert "between us alone" in shown
    entry = AuditEntry.objects.get()
    assert (entry.after["report"], entry.after["chat"]) == (report.pk, True)


@pytest.mark.parametrize("wrong", ["none", "another", "unknown", "strange"])
def test_without_a_report_about_the_game_a_moderator_sees_no_private_chat(wrong):
    client = browser(staff())
    game, _line = private_game()
    _other, foreign = private_game()
    tail = {
        "none": "",
        "another": f"?report={report_on(foreign).pk}",
        "unknown": "?report=987654",
        "strange": "?report=x",
    }
    shown = client.post(look_at(game) + tail[wrong], {"reason": "Curious"}, follow=True).content.decode()
    assert "moderator view" in shown
    assert "between us alone" not in shown
    assert AuditEntry.objects.get().after["chat"] is False


def test_an_administrator_sees_private_chat_after_a_reason():
    client = browser(staff(ADMINISTRATORS))
    game, _line = private_game()
    assert "between us alone" not in client.get(look_at(game)).content.decode()
    shown = client.post(look_at(game), {"reason": "A court asks"}, follow=True).content.decode()
    assert "between us alone" in shown


def test_who_plays_there_reads_no_chat_of_the_running_game_by_the_desk():
    by = staff(ADMINISTRATORS)
    game, viewers = game_with(by)
    said(game, viewers[1], "we watch you", ChatLine.Room.WATCHERS)
    assert "we watch you" not in browser(by).get(look_at(game)).content.decode()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    assert "we watch you" in browser(by).get(look_at(game)).content.decode()


@pytest.mark.parametrize("is_reported", [False, True])
def test_who_plays_there_reads_no_watcher_by_any_page_of_the_desk(is_reported):
    by = staff(ADMINISTRATORS)
    client = browser(by)
    game, viewers = game_with(by)
    line = said(game, viewers[1], "they bluff", ChatLine.Room.WATCHERS)
    own = said(game, viewers[1], "they greet")
    pages = [LIST, page_of(line), f"{LIST}?q=they"]
    if is_reported:
        report = report_on(line)
        Report.objects.filter(pk=report.pk).update(evidence={"name": "Ben", "text": line.text})
        pages += ["/admin/games/report/", page_of(report), look_at(game, report)]

    def read():
        found = [client.get(page, follow=True).content.decode() for page in pages]
        return "".join(found) + client.post(SEARCH, {"words": "they", "reason": "x"}).content.decode()

    assert line.text not in read()
    assert own.text in read()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    assert line.text in read()


def test_who_plays_there_is_not_told_how_it_stands():
    by = staff()
    game, _viewers = game_with(by)
    address = reverse("admin:games_game_act", args=["adjudicate"]) + f"?pk={game.pk}"
    text = text_of(browser(by).get(address, follow=True))
    assert "You're in this game" in text
    assert "Current standings" not in text
    assert "Current standings" in text_of(browser(staff()).get(address))


def test_a_private_line_is_hidden_only_by_who_was_seen_to_read_it():
    by, boss = moderator(), administrator()
    _game, line = private_game()
    with pytest.raises(DeskError, match="private"):
        hide_line(by, line.pk, "A guess")
    looks.look(by, line.game, "Stalled")
    with pytest.raises(DeskError, match="private"):
        hide_line(by, line.pk, "The look showed no chat")
    with pytest.raises(DeskError, match="private"):
        hide_line(boss, line.pk, "A guess")
    assert not AuditEntry.objects.filter(action="hide-line").exists()
    looks.search_chat(boss, "between", "A court asks")
    hide_line(boss, line.pk, "An insult")
    other = private_game()[1]
    looks.look(by, other.game, "The report", report_on(other).pk)
    hide_line(by, other.pk, "An insult")
    assert ChatLine.objects.filter(hidden_at=None).count() == 0


def test_a_line_found_by_a_look_can_be_hidden():
    client = browser(staff())
    game, line = private_game()
    shown = client.post(look_at(game, report_on(line)), {"reason": "x"}, follow=True).content.decode()
    address = reverse("admin:games_chatline_act", args=["hide"]) + f"?pk={line.pk}"
    assert address in shown
    assert "between us alone" not in client.get(address).content.decode()
    assert client.post(address, {"reason": "An insult"}).url == look_at(game)
    assert ChatLine.objects.get().hidden_at


def test_only_administrators_search_private_chat_and_the_log_says_what_for():
    private_game()
    search = {"words": "BETWEEN us", "reason": "A court asks"}
    low = browser(staff())
    assert SEARCH not in low.get(LIST).content.decode()
    assert low.get(SEARCH).status_code == low.post(SEARCH, search).status_code == 403
    with pytest.raises(DeskError):
        looks.search_chat(moderator(), "between", "x")
    assert not AuditEntry.objects.exists()
    high = browser(staff(ADMINISTRATORS))
    assert SEARCH in high.get(LIST).content.decode()
    assert "between us alone" in high.post(SEARCH, search).content.decode()
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.reason) == ("search-chat", "A court asks")
    assert entry.after == {"words": "BETWEEN us", "lines": 1}


@pytest.mark.parametrize("form", [{}, {"words": "be", "reason": "x"}, {"words": "between"}])
def test_a_search_without_reason_or_words_finds_nothing(form):
    private_game()
    answer = browser(staff(ADMINISTRATORS)).post(SEARCH, form)
    assert answer.status_code == 422
    assert "between us alone" not in answer.content.decode()
    assert not AuditEntry.objects.exists()


def test_a_look_takes_few_queries(django_assert_max_num_queries):
    """The whole page, from the session to the chat."""
    by = staff()
    client = browser(by)
    game, line = private_game()
    report = report_on(line)
    client.post(look_at(game, report), {"reason": "x"})
    for _number in range(30):
        said(game, viewer(account()), "more")
    with django_assert_max_num_queries(8):
        page = client.get(look_at(game, report))
    assert page.content.decode().count("evidence-lines") == 1
    listed, _viewers = running()
    with django_assert_max_num_queries(8):
        assert client.get(look_at(listed)).status_code == 200


def test_reports_lead_to_the_game_with_their_number():
    client = browser(staff())
    game, line = private_game()
    report = report_on(line)
    answer = client.get(f"{page_of(game)}?report={report.pk}")
    assert answer.url == look_at(game, report)
    assert "You opened this from a report" in client.get(answer.url).content.decode()
    assert Report.objects.count() == 1
