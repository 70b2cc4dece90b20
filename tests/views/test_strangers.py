"""Strangers at the door: they learn nothing about accounts, and sign up only so often."""

import re
from concurrent.futures import wait
from threading import Event

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client

from games.models import SiteState
from games.services.background import later
from games.views.entry import entrance
from tests.security.test_headers import in_production
from tests.thorough import PATIENCE
from tests.views.members import PASSWORD, account, member, prove, sign_in, sign_up

pytestmark = pytest.mark.django_db
KNOWN, UNKNOWN = "anna@example.org", "nell@example.org"
START = later.start
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


class Broken(BaseEmailBackend):
    """A mail server that is down."""

    def send_messages(self, messages):
        raise ConnectionRefusedError


@pytest.fixture
def no_mail(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Broken"


def with_address(username="anna", email=KNOWN, verified=True):
    user = account(username, email=email)
    EmailAddress.objects.create(user=user, email=email, verified=verified, primary=True)
    return user


def seen(answer, *words):
    """Return what a stranger can compare: the way and the page, without the words they sent themselves."""
    text = TOKEN.sub("", answer.content.decode())
    for word in words:
        text = text.replace(word, "")
    return answer.status_code, getattr(answer, "redirect_chain", ()), text


@pytest.mark.parametrize("known", ["anna", KNOWN])
def test_a_wrong_password_and_an_unknown_account_look_alike(known):
    with_address()
    unknown = known.replace("anna", "nell")
    answers = [sign_in(Client(), login, "wrong") for login in (known, unknown)]
    assert seen(answers[0], known) == seen(answers[1], unknown)


def test_a_reset_says_the_same_to_known_and_unknown_addresses():
    with_address()
    answers = [
        Client().post("/accounts/password/reset/", {"email": email}, follow=True)
        for email in (KNOWN, UNKNOWN)
    ]
    assert seen(answers[0]) == seen(answers[1])
    assert [message.to for message in mail.outbox] == [[KNOWN]]


class Slow(BaseEmailBackend):
    """A mail server that takes a mail only when it is told to."""

    go, taken = Event(), Event()
    subject = ""

    def send_messages(self, messages):
        self.go.wait(PATIENCE)
        Slow.subject = messages[0].subject
        self.taken.set()


@pytest.fixture
def really_later(transactional_db, monkeypatch):
    """Let mails be sent in threads, and wait for what these note before the database is emptied."""
    monkeypatch.setattr(later, "start", START)
    yield
    wait({*later._UNFINISHED}, PATIENCE)


@pytest.mark.usefixtures("really_later")
def test_no_answer_waits_for_the_mail_server(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Slow"
    with_address()
    assert reset(KNOWN).status_code == 302
    assert not Slow.taken.is_set()
    Slow.go.set()
    assert Slow.taken.wait(PATIENCE)


@pytest.mark.usefixtures("really_later")
def test_a_mail_sent_later_speaks_the_language_of_who_asked(settings):
    settings.EMAIL_BACKEND = f"{__name__}.Slow"
    Slow.go.set()
    Slow.taken.clear()
    with_address()
    reset(KNOWN, headers={"accept-language": "uk"})
    assert Slow.taken.wait(PATIENCE)
    assert Slow.subject.endswith("Виберіть новий пароль")


@pytest.mark.usefixtures("really_later")
def test_a_mail_that_was_not_sent_at_the_end_is_a_line_in_the_log_without_an_address(settings, caplog):
    settings.EMAIL_BACKEND = f"{__name__}.Slow"
    Slow.go.clear()
    Slow.taken.clear()
    with_address()
    reset(KNOWN)
    later.tell_unfinished()
    Slow.go.set()
    assert Slow.taken.wait(PATIENCE)
    assert "Lost at the end: 1 mails" in caplog.text
    assert KNOWN not in caplog.text


def test_signing_up_says_the_same_with_known_and_unknown_addresses():
    with_address()
    answers = [sign_up(Client(), name, email=email) for name, email in (("olga", KNOWN), ("petr", UNKNOWN))]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert [answer.url for answer in answers] == ["/", "/"]
    assert [message.to for message in mail.outbox] == [[KNOWN], [UNKNOWN]]
    assert len({len(message.subject) for message in mail.outbox}) == 1


def test_a_second_claim_to_an_address_takes_nothing_from_its_owner():
    with_address()
    sign_up(Client(), "thief", email=KNOWN)
    assert EmailAddress.objects.get(email=KNOWN, verified=True).user.username == "anna"
    mail.outbox.clear()
    Client().post("/accounts/password/reset/", {"email": KNOWN})
    assert "anna" in mail.outbox[0].body
    assert all("thief" not in message.body for message in mail.outbox)


def test_an_address_counts_only_when_its_link_was_followed():
    client = Client()
    sign_up(client, "anna", email=KNOWN)
    assert not EmailAddress.objects.get().verified
    link = re.search(r"/accounts/confirm-email/[^/\s]+/", mail.outbox[0].body)[0]
    client.get(link)
    assert not EmailAddress.objects.get().verified
    client.post(link)
    assert EmailAddress.objects.get().verified


def test_without_an_address_one_signs_up_all_the_same():
    client = Client()
    assert sign_up(client, "anna").url == "/"
    assert mail.outbox == []
    assert "Sign out" in client.get("/you/").content.decode()


@pytest.mark.usefixtures("no_mail")
def test_without_a_mail_server_everything_else_works(caplog):
    with_address()
    client = Client()
    assert sign_up(client, "olga", email=UNKNOWN).url == "/"
    assert Client().post("/accounts/password/reset/", {"email": KNOWN}).status_code == 302
    prove_and_add(client)
    assert EmailAddress.objects.filter(user__username="olga").count() == 2
    assert caplog.text.count("could not be sent") >= 3


def prove_and_add(client, email="new@example.org"):
    prove(client)
    return client.post("/accounts/email/", {"action_add": "", "email": email})


def test_an_address_is_changed_by_adding_confirming_and_choosing_it():
    user, client = member()
    EmailAddress.objects.create(user=user, email=KNOWN, verified=True, primary=True)
    prove_and_add(client)
    link = re.search(r"/accounts/confirm-email/[^/\s]+/", mail.outbox[-1].body)[0]
    client.post(link)
    client.post("/accounts/email/", {"action_primary": "", "email": "new@example.org"})
    client.post("/accounts/email/", {"action_remove": "", "email": KNOWN})
    assert list(user.emailaddress_set.values_list("email", "primary")) == [("new@example.org", True)]
    user.refresh_from_db()
    assert user.email == "new@example.org"
    assert [KNOWN] in [message.to for message in mail.outbox]


def test_an_address_is_changed_only_after_the_password():
    _, client = member()
    assert client.post("/accounts/email/", {"action_add": "", "email": KNOWN}).url.startswith(
        "/accounts/reauthenticate/"
    )
    assert not EmailAddress.objects.exists()


def test_the_last_address_may_be_taken_away_too():
    user, client = member()
    EmailAddress.objects.create(user=user, email=KNOWN, verified=True, primary=True)
    prove(client)
    client.post("/accounts/email/", {"action_remove": "", "email": KNOWN})
    assert not EmailAddress.objects.exists()


def test_an_address_signs_up_thirty_times_an_hour_and_mistypes_as_often_as_it_likes():
    for number in range(30):
        assert sign_up(Client(), f"name {number}").status_code == 200
        assert sign_up(Client(), f"name{number}").status_code == 302
    answer = sign_up(Client(), "one-more")
    assert answer.status_code == 429
    assert get_user_model().objects.count() == 30
    page = answer.content.decode()
    assert "You can try again in 60 minutes." in page
    assert 0 < int(answer["Retry-After"]) <= 3600
    assert 'href="/#titles">Play as guest' in page
    assert Client().get("/accounts/signup/").status_code == 429
    assert sign_up(Client(REMOTE_ADDR="10.0.0.2"), "one-more").status_code == 302


def test_how_often_an_address_signs_up_is_a_setting(settings):
    settings.SIGNUPS_PER_ADDRESS = 2
    answers = [sign_up(Client(), f"name{number}").status_code for number in range(3)]
    assert answers == [302, 302, 429]


def test_a_reset_is_asked_for_as_often_and_mistyped_as_often_as_one_likes(settings):
    settings.SIGNUPS_PER_ADDRESS = 3
    assert [reset("nothing").status_code for _ in range(5)] == [200] * 5
    answers = [reset(f"{number}@example.org") for number in range(4)]
    assert [answer.status_code for answer in answers] == [302] * 3 + [429]
    assert "Too many password resets" in answers[3].content.decode()
    assert "Play as guest" in answers[3].content.decode()


def test_of_two_who_sign_up_at_once_at_the_limit_nobody_reads_of_a_refusal(settings, monkeypatch):
    settings.SIGNUPS_PER_ADDRESS = 2
    sign_up(Client(), "first")
    # Both look while there is room for one.
    monkeypatch.setattr(entrance, "require_room", lambda *_: None)
    assert [sign_up(Client(), name).status_code for name in ("second", "third")] == [302, 302]
    monkeypatch.undo()
    assert sign_up(Client(), "fourth").status_code == 429


def test_nobody_is_sent_to_play_as_a_guest_where_guests_are_not_welcome(settings):
    settings.SIGNUPS_PER_ADDRESS = 0
    SiteState.objects.create(pk=SiteState.ONLY, guests_welcome=False)
    page = sign_up(Client(), "anna").content.decode()
    assert "Too many accounts have been created" in page
    assert "guest" not in page.partition("<h1>")[2].partition("</main>")[0]
    assert 'href="/accounts/login/">Sign in' in page


def reset(email, **more):
    return Client().post("/accounts/password/reset/", {"email": email}, **more)


def test_one_address_is_written_to_five_times_an_hour():
    with_address()
    assert [reset(KNOWN).status_code for _ in range(6)] == [302] * 5 + [429]
    assert len(mail.outbox) == 5


def test_the_address_a_proxy_tells_counts_only_where_one_is_trusted(settings):
    def tell(number, **more):
        return Client(**more).post(
            "/accounts/password/reset/",
            {"email": f"{number}@example.org"},
            headers={"x-forwarded-for": f"10.9.9.{number}"},
        )

    settings.SIGNUPS_PER_ADDRESS = 5
    assert [tell(number).status_code for number in range(6)][5] == 429
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert tell(7).status_code == 302


def test_processes_that_share_redis_count_together():
    ask = (
        "from django.conf import settings as s; print(s.CACHES['default']['BACKEND'], s.STAFF_SECOND_FACTOR)"
    )
    found = in_production("shell", "-v", "0", "-c", ask, REDIS_URL="redis://x", HTTPS="1").stdout.split()
    assert found == ["cardcity_site.cache.PatientCache", "True"]
    alone = in_production("shell", "-v", "0", "-c", ask).stdout.split()
    assert alone == ["django.core.cache.backends.locmem.LocMemCache", "False"]


def test_passwords_are_kept_out_of_pages():
    answer = sign_up(Client(), "a b", password1=PASSWORD, password2=PASSWORD)
    assert PASSWORD not in answer.content.decode()
