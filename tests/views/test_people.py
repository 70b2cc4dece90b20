"""Friends, blocks and mutes by forms; who sits at a table; invitations by name from the table's page."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

from games.models import Invitation, Relation
from games.selectors.players.people import relations_to
from games.services.notices.inbox import tell
from games.services.people.relations import Kind, relate
from games.services.tables.invites import INVITATIONS_AN_HOUR
from games.services.tables.seating import Plan, open_table, sit
from tests.accounts import account, befriend, block, signed_in
from tests.tables import guest
from tests.views.opening import text_of, url
from tests.views.people import browser_of

pytestmark = pytest.mark.django_db
RELATE = "/people/relate/"


@pytest.fixture
def anna():
    return account("anna", "Anna")


@pytest.fixture
def ben():
    return account("ben", "Ben")


def press(viewer, person, do, **more):
    return signed_in(viewer).post(RELATE, {"person": person, "do": do, **more})


@pytest.mark.parametrize("kind", Relation.Kind.values)
def test_a_press_relates_and_another_takes_it_back(anna, ben, kind):
    person = f"user:{ben.user_id}"
    assert press(anna, person, f"{kind}-1").url == "/people/"
    assert relations_to(anna, ben.user_id) == {kind}
    assert "Ben" in text_of(signed_in(anna).get("/people/"))
    press(anna, person, f"{kind}-0")
    assert relations_to(anna, ben.user_id) == set()


def test_the_page_shows_each_under_its_heading_and_friends_both_ways(anna, ben):
    befriend(anna, ben)
    befriend(ben, anna)
    relate(anna, guest("Noisy"), Kind.MUTE, on=True)
    block(anna, account("eve", "Eve"))
    html = text_of(signed_in(anna).get("/people/"))
    friends, rest = html.split('id="group-block"')
    blocked, muted = rest.split('id="group-mute"')
    assert "Ben" in friends
    assert "mutual" in friends
    assert "Eve" in blocked
    assert "Noisy" in muted


def test_nobody_sees_or_undoes_what_others_keep(anna, ben):
    block(anna, ben)
    row = Relation.objects.get()
    assert "Anna" not in text_of(signed_in(ben).get("/people/"))
    assert press(ben, f"relation:{row.pk}", "block-0").status_code == 404
    assert Relation.objects.exists()


def test_a_guest_is_named_by_the_seat_and_later_by_the_relation(anna):
    loud = guest("Loud")
    game = open_table(anna, Plan("demo", 3, {}))
    sit(game.pk, loud, "")
    html = text_of(signed_in(anna).get(url("people_at_table", game)))
    assert f'value="seat:{game.pk}:1"' in html
    assert str(loud.guest_id) not in html
    assert "Add friend" not in html
    back = url("people_at_table", game)
    assert press(anna, f"seat:{game.pk}:1", "mute-1", next=back).url == back
    assert "Unmute" in text_of(signed_in(anna).get(back))
    row = Relation.objects.get()
    assert row.guest_id == loud.guest_id
    assert f'value="relation:{row.pk}"' in text_of(signed_in(anna).get("/people/"))
    press(anna, f"relation:{row.pk}", "mute-0")
    assert not Relation.objects.exists()


@pytest.mark.parametrize(
    "person",
    ["", "x", "user:", "user:0", "user:-1", "user:x", "user:" + "9" * 30, "user:٣", "relation:1", "seat:", "seat:x:0",
     "seat:00000000-0000-0000-0000-000000000000:0", "guest:1", "\0"],
)  # fmt: skip
def test_people_who_are_not_there(anna, person):
    assert press(anna, person, "block-1").status_code == 404
    assert not Relation.objects.exists()


@pytest.mark.parametrize("do", ["", "block", "block-", "block-2", "love-1", "block-1-1"])
def test_what_is_no_relation(anna, ben, do):
    assert press(anna, f"user:{ben.user_id}", do).status_code == 404
    assert not Relation.objects.exists()


def test_seats_of_private_tables_name_nobody_for_strangers(anna, ben):
    game = open_table(ben, Plan("demo", 2, {}))
    assert press(anna, f"seat:{game.pk}:0", "block-1").status_code == 404
    assert signed_in(anna).get(url("people_at_table", game)).status_code == 404


def test_oneself_is_no_relation(anna):
    assert press(anna, f"user:{anna.user_id}", "friend-1").status_code == 400
    assert not Relation.objects.exists()


@pytest.mark.parametrize(
    "next_url", ["https://evil.example/", "//evil.example/", "javascript:x", "\\\\evil", ""]
)
def test_the_way_back_stays_on_the_site(anna, ben, next_url):
    assert press(anna, f"user:{ben.user_id}", "friend-1", next=next_url).url == "/people/"


def test_a_way_back_that_is_no_address_of_a_page_is_no_error(anna, ben):
    assert press(anna, f"user:{ben.user_id}", "friend-1", next="abc").status_code == 302


def test_without_an_account_one_is_asked_to_sign_in(ben):
    for client in (Client(), browser_of(guest("Ida"))):
        assert client.get("/people/").url.startswith("/accounts/login/")
        assert client.post(RELATE, {"person": f"user:{ben.user_id}", "do": "block-1"}).url.startswith(
            "/accounts/login/"
        )
    assert not Relation.objects.exists()
    assert signed_in(ben).get(RELATE).status_code == 405


def test_every_form_needs_its_token(anna, ben):
    client = Client(enforce_csrf_checks=True)
    client.cookies = signed_in(anna).cookies
    assert client.post(RELATE, {"person": f"user:{ben.user_id}", "do": "block-1"}).status_code == 403


def test_a_hundred_friends_take_few_queries(anna, django_assert_max_num_queries):
    for number in range(100):
        befriend(anna, account(f"friend{number}"))
    client = signed_in(anna)
    with django_assert_max_num_queries(9):
        assert text_of(client.get("/people/")).count("Remove") == 100


# Notices


@pytest.mark.parametrize(
    ("kind", "words", "name"),
    [
        ("invited", "<bdi>Ben &lt;3</bdi> invited you to a Point City table.", "sit"),
        ("rematch", "<bdi>Ben &lt;3</bdi> wants to play Point City with you again.", "rematch"),
        ("table_expired", "A Point City table was closed", "new"),
    ],
)
def test_notices_say_what_happened_and_lead_there(anna, kind, words, name):
    game = open_table(anna, Plan("point_city", 3, {}))
    notice = tell(anna, kind, game, by="Ben <3")
    html = render_to_string(f"notices/{kind}.html", {"notice": notice, "sees_game": True})
    assert words in html
    where = "/new/point-city/" if name == "new" else url(name, game)
    assert f'href="{where}"' in html


# Inviting


@pytest.fixture
def table(anna):
    return open_table(anna, Plan("demo", 4, {}))


def test_the_host_with_an_account_types_a_name_or_presses_a_friend(anna, ben, table):
    befriend(anna, ben)
    account("cleo")
    client = signed_in(anna)
    html = text_of(client.get(url("table", table)))
    assert 'name="name"' in html
    assert f'name="friend" value="{ben.user_id}"' in html
    for form, said in (
        ({"friend": ben.user_id}, "Invitation sent"),
        ({"name": " cleo "}, "there's a player with that name"),
    ):
        answer = client.post(url("invite", table), form, follow=True)
        assert answer.redirect_chain[0][0] == url("table", table)
        assert said in text_of(answer)
    assert Invitation.objects.count() == 2
    assert f'name="friend" value="{ben.user_id}"' not in text_of(client.get(url("table", table)))


def test_the_answer_does_not_tell_whether_there_is_such_a_person(anna, ben, table):
    client = signed_in(anna)
    block(ben, anna)
    account("cleo")
    answers = []
    for name in ("cleo", "nobody", "ben"):
        answer = client.post(url("invite", table), {"name": name}, follow=True)
        answers.append(text_of(answer).split('class="messages"')[1].split("</ul>")[0])
    assert len(set(answers)) == 1
    assert Invitation.objects.filter(declined_at=None).count() == 1


def test_guests_and_others_at_the_table_are_offered_the_link_only(anna, ben, table):
    sit(table.pk, ben, "")
    gus = guest("Gus")
    of_gus = open_table(gus, Plan("demo", 2, {}))
    for client, game in ((signed_in(ben), table), (browser_of(gus), of_gus)):
        html = text_of(client.get(url("table", game)))
        assert 'id="invite-link"' in html
        assert url("invite", game) not in html
        assert client.post(url("invite", game), {"name": "anna"}).status_code == 403
    assert not Invitation.objects.exists()


def test_who_declines_twice_is_led_where_the_first_press_led(anna, ben, table):
    signed_in(anna).post(url("invite", table), {"name": "ben"})
    client = signed_in(ben)
    answers = [client.post(url("decline", table)) for _ in range(2)]
    assert [(answer.status_code, answer.url) for answer in answers] == [(302, "/games/")] * 2
    assert client.get(url("table", table)).status_code == 404


def test_who_was_asked_in_vain_or_never_cannot_decline(anna, ben, table):
    block(ben, anna)
    signed_in(anna).post(url("invite", table), {"name": "ben"})
    assert Invitation.objects.get().user_id == ben.user_id
    for client in (signed_in(ben), signed_in(account("eve")), browser_of(guest("Gus")), Client()):
        assert client.post(url("decline", table)).status_code == 404


def test_strangers_do_not_learn_of_the_table(table, ben):
    assert signed_in(ben).post(url("invite", table), {"name": "anna"}).status_code == 404


@pytest.mark.parametrize(
    "odd", [{}, {"name": ""}, {"name": "\0"}, {"name": "x" * 61}, {"friend": "x"}, {"friend": "9" * 40}]
)
def test_odd_names_ask_nobody(anna, table, odd):
    assert signed_in(anna).post(url("invite", table), odd).status_code == 302
    assert not Invitation.objects.exists()


def test_too_many_are_refused_in_words(anna, table):
    client = signed_in(anna)
    for number in range(INVITATIONS_AN_HOUR):
        client.post(url("invite", table), {"name": f"nobody {number}"})
    answer = client.post(url("invite", table), {"name": "nobody"})
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert "too often" in text_of(answer)


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_refused_name_stays_in_its_field(anna, table, headers, monkeypatch):
    monkeypatch.setattr("games.services.tables.invites.INVITATIONS_AN_HOUR", 0)
    client = signed_in(anna)
    refused = text_of(client.post(url("invite", table), {"name": "Zoë <b>"}, headers=headers))
    again = text_of(client.get(url("table", table), headers=headers))
    field = re.compile(r'<input id="invite-name" name="name"(?: value="([^"]*)")?')
    assert [field.search(page)[1] for page in (refused, again)] == ["Zoë &lt;b&gt;", ""]
