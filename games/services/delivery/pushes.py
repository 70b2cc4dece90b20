"""Web push: short messages to browsers that asked for them, sealed for each by pywebpush.

Without that library the site has no web push, and says nothing of it.
"""

import base64
import json
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from email.utils import parseaddr
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from cardcity_site.private import kept_key
from games.models import Delivery, PushSubscription
from games.rules.words import gettext_noop
from games.services.delivery import outside
from games.services.delivery.messages import message_of
from games.services.notices.undelivered import Undelivered, Unwanted

logger = logging.getLogger(__name__)

LIFE_SECONDS = 24 * 60 * 60
MOST_BROWSERS = 5
GONE = {404, 410}


def is_available() -> bool:
    """Tell whether the library is installed."""
    try:
        import pywebpush  # noqa: F401
    except ImportError:
        return False
    return True


def send(delivery: Delivery) -> None:
    """Tell every browser of the person; it is enough if one of them takes it."""
    browsers = list(PushSubscription.objects.filter(user_id=delivery.user_id)[:MOST_BROWSERS])
    if not browsers or not is_available():
        raise Unwanted
    payload = json.dumps(asdict(message_of(delivery))).encode()
    # At once: each may take its whole time to answer, and others' messages wait for this one.
    with ThreadPoolExecutor(MOST_BROWSERS) as threads:
        answers = list(threads.map(partial(_call, payload), browsers))
    failures = [error for each in zip(browsers, answers, strict=True) if (error := _failure(*each))]
    if len(failures) == len(browsers):
        raise Undelivered(failures[0].reason, final=all(error.final for error in failures))


def _call(payload: bytes, browser: PushSubscription) -> int | Undelivered:
    """Return the status with which a browser's service answers, or why it does not. Asks no database."""
    # A key of our own that is none is no reason to forget a browser.
    headers = _headers(browser)
    try:
        return outside.post(browser.endpoint, _sealed(browser, payload), headers)
    except Undelivered as error:
        return error
    except ValueError:
        # Keys that are none: no message will ever reach such a browser.
        return 410


def _failure(browser: PushSubscription, answer: int | Undelivered) -> Undelivered | None:
    if isinstance(answer, Undelivered):
        return answer
    if answer in GONE:
        browser.delete()
        return Undelivered(gettext_noop("The browser no longer accepts messages"), final=True)
    return None if 200 <= answer < 300 else Undelivered(f"HTTP {answer}")


def _sealed(browser: PushSubscription, payload: bytes) -> bytes:
    """Return the payload so that only this browser can read it."""
    from pywebpush import WebPusher

    keys = {"p256dh": browser.p256dh, "auth": browser.auth}
    sealed: bytes = WebPusher({"endpoint": browser.endpoint, "keys": keys}).encode(payload)["body"]
    return sealed


def _headers(browser: PushSubscription) -> dict[str, str]:
    """Say who sends: push services want a signature and an address for complaints."""
    parts = urlsplit(browser.endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "sub": _contact(),
    }
    signed: dict[str, str] = _signer().sign(claims)
    plain = {"TTL": str(LIFE_SECONDS), "Content-Encoding": "aes128gcm", "Urgency": "high"}
    return {**signed, **plain}


def _contact() -> str:
    """Return whom a push service may write to: the site's address for mails or, where none is set, itself."""
    address, site = parseaddr(settings.DEFAULT_FROM_EMAIL)[1], urlsplit(settings.SITE_URL)
    # Without port and path: the library takes no others.
    if address.endswith("@localhost") and site.scheme == "https" and "." in (site.hostname or ""):
        return f"https://{site.hostname}"
    return f"mailto:{address}"


def public_key() -> str:
    """Return the key by which browsers know this site."""
    point = _signer().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def can_sign(key: str) -> bool:
    """Tell whether messages can be signed with a key; nobody asks where the library is missing."""
    try:
        return not is_available() or isinstance(_signer_of(key).private_key.curve, ec.SECP256R1)
    except (ValueError, AttributeError):
        return False


def _signer() -> Any:
    return _signer_of(settings.VAPID_KEY or _kept_key(settings.VAPID_FILE))


def _signer_of(key: str) -> Any:
    from py_vapid import Vapid02

    return Vapid02.from_string(key)


@cache
def _kept_key(path: Path) -> str:
    return kept_key(path, _new_key)


def _new_key() -> str:
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return base64.urlsafe_b64encode(number.to_bytes(32)).decode()
