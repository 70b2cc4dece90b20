"""Whether mail goes out: nobody is told of a mail that went nowhere."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.models import SiteState
from games.rules.words import gettext_noop
from games.services.rights.audit import note
from games.services.rights.site_state import RIGHT, forget_shown, site_state, stored_state
from games.services.rights.staff import DeskError, Staff, require_right

NO_MAIL, FAILS, WORKS = "none", "failed", "ok"
SILENT = {f"django.core.mail.backends.{name}.EmailBackend" for name in ("console", "dummy")}
"""What prints mails, or drops them."""
ERRORS = (OSError, SMTPException)
_DENIED = {530, 535, 554}
"""The codes of a server that wants a password, or passes nothing on for this site; so does the class 5.7."""
_ADDRESS = re.compile(r"\S+@\S+")
_MOST = 200


def mails_go_out() -> bool:
    """Tell whether somebody has set a way for mails to leave the site."""
    return settings.EMAIL_BACKEND not in SILENT


def mail_state(state: SiteState | None = None) -> str:
    """Return none, ok or failed, by how the last mail went, as this state or the stored one says."""
    if not mails_go_out():
        return NO_MAIL
    return FAILS if (state or site_state()).mail_fails else WORKS


@contextmanager
def noted() -> Iterator[None]:
    """Note what becomes of a mail that is sent inside; an error goes on its way.

    An address that nobody has says nothing of the site's mail: anybody may mistype theirs.
    """
    try:
        yield
    except ERRORS as error:
        if not _is_of_address(error):
            _note(mail_failed_at=timezone.now(), mail_error=_short(error))
        raise
    if mails_go_out():
        _note(mail_sent_at=timezone.now())


def _is_of_address(error: Exception) -> bool:
    """Tell whether the server refuses just this address, and not to pass mails of this site on at all."""
    if not isinstance(error, SMTPRecipientsRefused):
        return False
    return not any(code in _DENIED or "5.7." in str(said) for code, said in error.recipients.values())


def _note(**values: object) -> None:
    stored_state()
    SiteState.objects.filter(pk=SiteState.ONLY).update(**values)
    forget_shown()


def _short(error: Exception) -> str:
    """Return an error as kind, code and text, without anybody's address."""
    kind = type(error).__name__
    if isinstance(error, SMTPResponseException):
        said = error.smtp_error
        text = said.decode(errors="replace") if isinstance(said, bytes) else str(said)
        return _ADDRESS.sub("…", f"{kind} {error.smtp_code}: {text}")[:_MOST]
    return _ADDRESS.sub("…", f"{kind}: {error}")[:_MOST]


def error_kind(text: str) -> str:
    """Return the kind and code of a noted error, without what the server said."""
    return text.partition(":")[0]


def send_test_mail(staff: Staff, address: str) -> None:
    """Send a mail at once; ``DeskError`` says why it did not go out."""
    with transaction.atomic():
        require_right(staff, RIGHT)
    if not mails_go_out():
        raise DeskError(gettext_noop("This site doesn't send email: set EMAIL_BACKEND and EMAIL_HOST first."))
    body = gettext("This is a test email. If you can read it, email from this site is working.")
    try:
        with noted():
            EmailMessage(gettext("Test email from this site"), body, to=[address]).send()
    except ERRORS as error:
        raise DeskError(gettext_noop("The email wasn't sent: %(error)s"), error=_short(error)) from error
    with transaction.atomic():
        note(staff, "test-mail", "site")
