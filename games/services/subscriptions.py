"""What people want to hear, and where."""

from django.db import transaction

from games.models import Delivery, Profile, PushSubscription
from games.services.pushes import MOST_BROWSERS


@transaction.atomic
def choose(user_id: int, *, mails: str, reminders: bool, webhook: str) -> None:
    """Keep how an account wants to hear of its games; what is queued and unwanted now is not sent."""
    Profile.objects.filter(pk=user_id).update(mails=mails, reminders=reminders, webhook=webhook)
    if mails == Profile.Mails.NONE:
        _drop(user_id, Delivery.Kind.YOUR_TURN)
    if not reminders:
        _drop(user_id, Delivery.Kind.CLOCK_REMINDER)


@transaction.atomic
def unsubscribe(user_id: int) -> None:
    """End all mails to an account."""
    Profile.objects.filter(pk=user_id).update(mails=Profile.Mails.NONE, reminders=False)
    for kind in Delivery.Kind:
        _drop(user_id, kind)


def _drop(user_id: int, kind: Delivery.Kind) -> None:
    waiting = Delivery.objects.filter(user_id=user_id, kind=kind, state=Delivery.State.WAITING)
    waiting.filter(channel=Delivery.Channel.MAIL).delete()


@transaction.atomic
def subscribe_browser(user_id: int, endpoint: str, p256dh: str, auth: str) -> None:
    """Let a browser take messages for an account; of too many the oldest goes."""
    PushSubscription.objects.update_or_create(
        endpoint=endpoint, defaults={"user_id": user_id, "p256dh": p256dh, "auth": auth}
    )
    newest = PushSubscription.objects.filter(user_id=user_id).order_by("-pk")
    surplus = list(newest.values_list("pk", flat=True)[MOST_BROWSERS:])
    PushSubscription.objects.filter(pk__in=surplus).delete()


def forget_browser(user_id: int, endpoint: str) -> None:
    """Send a browser no more messages for this account."""
    PushSubscription.objects.filter(user_id=user_id, endpoint=endpoint).delete()
