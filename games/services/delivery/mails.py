"""Mails to people with an account: in their language, each with a way to have no more of them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from games.models import Delivery, Profile, Seat
from games.rules.words import gettext_noop
from games.selectors.clocks.arithmetic import clock_of
from games.selectors.players.reach import confirmed_addresses
from games.services.delivery.mail_state import ERRORS, mails_go_out, noted
from games.services.delivery.messages import COMPANY, awaited_seat, company_words
from games.services.moderation.desk_calls import DESK_KINDS, said_of
from games.services.notices.addresses import full, table_url, unsubscribe_url
from games.services.notices.undelivered import Undelivered, Unwanted
from games.services.notices.waiting import waiting_seats

MOST_GAMES = 20


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game as a mail names it: nothing of what lies on its table."""

    title: str
    url: str
    since: datetime


def send(delivery: Delivery) -> None:
    """Send a mail; its text is of this very moment."""
    if delivery.kind == Delivery.Kind.YOUR_TURN:
        _send_turns(delivery)
    elif delivery.kind in COMPANY:
        _send_company(delivery)
    elif delivery.kind in DESK_KINDS:
        text, url = said_of(delivery)
        _send(delivery, text, "desk", {"text": text, "url": url})
    else:
        _send_reminder(delivery)


def _send_turns(delivery: Delivery) -> None:
    seats = list(waiting_seats(delivery.user_id))
    if not seats or delivery.user.profile.mails == Profile.Mails.NONE:
        raise Unwanted
    games = [_waiting_game(seat) for seat in seats[:MOST_GAMES]]
    _send(delivery, _turns_said(games[0], len(seats)), "turn", {"games": games, "count": len(seats)})
    Profile.objects.filter(pk=delivery.user_id).update(mailed_at=timezone.now())


def _turns_said(first: WaitingGame, count: int) -> str:
    if count == 1:
        return gettext("It's your turn in %(title)s") % {"title": first.title}
    return ngettext("It's your turn in a game", "It's your turn in %(count)d games", count) % {"count": count}


def _send_reminder(delivery: Delivery) -> None:
    seat = awaited_seat(delivery)
    if not delivery.user.profile.reminders:
        raise Unwanted
    subject = gettext("Your time in %(title)s runs out soon") % {"title": _title(seat)}
    _send(delivery, subject, "reminder", {"game": _waiting_game(seat), "ends": clock_of(seat).ends})


def _send_company(delivery: Delivery) -> None:
    if delivery.user.profile.mails == Profile.Mails.NONE:
        raise Unwanted
    words = company_words(delivery)
    _send(delivery, words.rstrip("."), "company", {"words": words, "url": table_url(delivery.game_id)})


def _waiting_game(seat: Seat) -> WaitingGame:
    assert seat.acts_since
    return WaitingGame(_title(seat), table_url(seat.game_id), seat.acts_since)


def _title(seat: Seat) -> str:
    return gettext(seat.game.title)


def _send(delivery: Delivery, subject: str, template: str, facts: dict[str, Any]) -> None:
    address = confirmed_addresses().filter(user_id=delivery.user_id).first()
    if address is None:
        raise Unwanted
    stop = unsubscribe_url(delivery.user_id)
    facts |= {"stop_url": stop, "settings_url": full(reverse("games:notice_settings"))}
    mail = EmailMultiAlternatives(
        subject,
        render_to_string(f"mails/{template}.txt", facts),
        to=[address.email],
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(render_to_string(f"mails/{template}.html", facts), "text/html")
    if not mails_go_out():
        raise Undelivered(gettext_noop("This site doesn't send email"), final=True)
    try:
        with noted():
            mail.send()
    except ERRORS as error:
        raise Undelivered(gettext_noop("The mail server rejected it")) from error
