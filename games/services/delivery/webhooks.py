"""Webhooks: one short message to an address of the person's own choice, for a chat or a program."""

import json
from urllib.parse import urlsplit

from games.models import Delivery
from games.services.delivery import outside
from games.services.delivery.messages import Message, message_of
from games.services.notices.undelivered import Undelivered, Unwanted

TOO_MANY_REQUESTS = 429
# Chats that know their own form alone; anybody else finds what they need.
FORMS = {
    "discord.com": ("content",),
    "discordapp.com": ("content",),
    "hooks.slack.com": ("text",),
}
ALL = ("content", "text", "title", "url")


def send(delivery: Delivery) -> None:
    """Call the person's webhook."""
    url = delivery.user.profile.webhook
    if not url:
        raise Unwanted
    body = json.dumps(body_for(url, message_of(delivery))).encode()
    status = outside.post(url, body, {"Content-Type": "application/json", "User-Agent": "CardCity"})
    if not 200 <= status < 300:
        lasting = 300 <= status < 500 and status != TOO_MANY_REQUESTS
        raise Undelivered(f"HTTP {status}", final=lasting)


def body_for(url: str, message: Message) -> dict[str, str]:
    """Return the message in the form that the address takes."""
    said = f"{message.text} {message.url}"
    fields = {"content": said, "text": said, "title": message.text, "url": message.url}
    return {name: fields[name] for name in FORMS.get(urlsplit(url).hostname or "", ALL)}
