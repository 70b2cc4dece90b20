"""What people want to hear, and where."""

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from games.models import Delivery, Profile, PushSubscription
from games.services.delivery.pushes import MOST_BROWSERS
from games.services.moderation.desk_calls import DESK_KINDS
from games.services.notices.calls import plan_mails_anew


@transaction.atomic
def choose(user_id: int, *, mails: str, reminders: bool, webhook: str, desk_calls: bool = True) -> None:
    """Keep how an account wants to hear of its games; what is queued and unwanted now is not sent.

    A mail that waits comes at the hour, or as soon, as is chosen now.
    """
    chosen = {"mails": mails, "reminders": reminders, "webhook": webhook, "desk_calls": desk_calls}
    same = Profile.objects.filter(pk=user_id, mails=mails).exists()
    Profile.objects.filter(pk=user_id).update(**chosen)
    if not same:
        plan_mails_anew(Profile.objects.get(pk=user_id), timezone.now())
    if mails == Profile.Mails.NONE:
        _drop(user_id, Delivery.Kind.YOUR_TURN)
    if not reminders:
        _drop(user_id, Delivery.Kind.CLOCK_REMINDER)
    if not desk_calls:
        _drop(user_id, *DESK_KINDS)


@transaction.atomic
def unsubscribe(user_id: int) -> None:
    """End all mails to an account."""
    quiet = {"mails": Profile.Mails.NONE, "reminders": False, "desk_calls": False}
    Profile.objects.filter(pk=user_id).update(**quiet)
    _drop(user_id, *Delivery.Kind)


def _drop(user_id: int, *kinds: Delivery.Kind) -> None:
    waiting = Delivery.objects.filter(user_id=user_id, kind__in=kinds, state=Delivery.State.WAITING)
    waiting.filter(channel=Delivery.Channel.MAIL).delete()


@transaction.atomic
def subscribe_browser(user_id: int, endpoint: str, p256dh: str, auth: str) -> int:
    """Let a browser take messages for an account; of too many the oldest goes. Return the row's id."""
    # One tab after the other: a browser has one address for all of them.
    get_user_model().objects.select_for_update(no_key=True).get(pk=user_id)
    # A new row: a former session of this browser that ends must not take it along.
    PushSubscription.objects.filter(endpoint=endpoint).delete()
    browser = PushSubscription.objects.create(endpoint=endpoint, user_id=user_id, p256dh=p256dh, auth=auth)
    newest = PushSubscription.objects.filter(user_id=user_id).order_by("-pk")
    surplus = list(newest.values_list("pk", flat=True)[MOST_BROWSERS:])
    PushSubscription.objects.filter(pk__in=surplus).delete()
    return browser.pk


def is_subscribed(user_id: int, browser_id: int | None) -> bool:
    """Tell whether the browser with this row takes messages for the account."""
    return PushSubscription.objects.filter(user_id=user_id, pk=browser_id).exists()


def forget_browser(user_id: int, endpoint: str) -> None:
    """Send a browser no more messages for this account."""
    PushSubscription.objects.filter(user_id=user_id, endpoint=endpoint).delete()
