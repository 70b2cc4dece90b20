"""Accounts: names that may stand at a table, and a guest's games that follow into the account."""

import logging
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.forms.names import clean_name, players_name
from games.selectors.viewers import GUEST_KEY, profile_of
from games.services.background import later
from games.services.delivery.mail_state import ERRORS, FAILS, WORKS, mail_state, mails_go_out, noted
from games.services.people.accounts import holders, make_first_account_administrator
from games.services.people.choices import choose_language
from games.services.people.guesses import guess, guessed_right
from games.services.people.limits import TooMany
from games.services.rights.newcomers import use_up_invitation
from games.services.tables.claims import claim
from games.views.language import remember_language

if TYPE_CHECKING:
    from django.contrib.auth.models import User

logger = logging.getLogger(__name__)

CONFIRMATION_SENT = "account/messages/email_confirmation_sent.txt"


def _too_many_guesses() -> str:
    if mail_state() != WORKS:
        return _(
            "Too many failed sign-in attempts for this account. Try again in %(minutes)d min. "
            "You can still sign in with a passkey, or ask an administrator for a one-time sign-in link."
        )
    return _(
        "Too many failed sign-in attempts for this account. Try again in %(minutes)d min. "
        "You can still sign in with a passkey, or set a new password by email."
    )


class AccountAdapter(DefaultAccountAdapter):
    """What this site adds to signing up and signing in, by whichever way."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "cannot_remove_primary_email": gettext_lazy("You can't remove your primary address."),
        "duplicate_email": gettext_lazy("You already have this address."),
        "email_password_mismatch": gettext_lazy("Wrong email or password."),
        "enter_current_password": gettext_lazy("That isn't your current password."),
        "incorrect_password": gettext_lazy("Wrong password."),
        "max_email_addresses": gettext_lazy("You can have %d addresses at most."),
        "rate_limited": gettext_lazy("Too many attempts. Wait a moment, then try again."),
        "unverified_primary_email": gettext_lazy("Confirm an address before you make it primary."),
        "username_password_mismatch": gettext_lazy("Wrong username or password."),
        "username_taken": gettext_lazy("That name is already taken."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Hold user names to the rules of names; an address would be shown to strangers."""
        if "@" in username:
            raise ValidationError(_("Choose a name, not an email address: everyone at the table sees it."))
        name = clean_name(username)
        # The first account is the owner's.
        if holders().exists():
            players_name(name)
        return super().clean_username(name, shallow)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a guess; passkeys and new passwords do not come by here, and the refusal says so."""
        try:
            self._guess = guess(credentials, self.get_client_ip(request))
        except TooMany as refusal:
            raise ValidationError(_too_many_guesses(), "too_many_login_attempts", refusal.values) from refusal

    def _rollback_login_failed_rl_usage(self) -> None:
        """Count no guess that was right."""
        guessed_right(self._guess)

    def save_user(self, request: HttpRequest, user: "User", form: Any, commit: bool = True) -> "User":
        """Make the first account the administrator; where accounts are by invitation, use one up."""
        with transaction.atomic():
            super().save_user(request, user, form, commit)
            use_up_invitation(request.session.pop("sign_up", ""))
        if commit:
            if make_first_account_administrator(user):
                owns = _("You own this site now. Under Moderation, choose who can play and who can sign up.")
                messages.success(request, owns)
            choose_language(user, get_language() or "")
        return user

    def login(self, request: HttpRequest, user: "User") -> None:
        """Give the account what its owner played as a guest in this session."""
        guest_id = request.session.get(GUEST_KEY)
        # First: signing in ends the session that knows of the guest, and nothing else does.
        claimed = guest_id and claim(UUID(guest_id), user)
        request.session.pop(GUEST_KEY, None)
        super().login(request, user)
        if claimed:
            messages.success(request, _("The games you played as a guest now belong to your account."))

    def post_login(self, request: HttpRequest, user: "User", **values: Any) -> HttpResponse:
        """Let this device speak the language the account chose."""
        response: HttpResponse = super().post_login(request, user, **values)
        if language := profile_of(user).language:
            remember_language(response, language)
        return response

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **values: Any
    ) -> None:
        """Say nothing of a mail that was sent where none was."""
        if message_template != CONFIRMATION_SENT or mail_state() == WORKS:
            super().add_message(request, level, message_template, *args, **values)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail; without a mail server everything else goes on, and the log says so.

        After one that failed nobody waits for the next, nor is told of it, until one has gone out.

        Where no mail goes out none is printed either: whoever read the log could follow its link.
        """
        if not mails_go_out() and not settings.DEBUG:
            logger.warning("The mail %s is not sent: this site sends none", template_prefix)
            return
        # By its name, not by the host that a request asked for.
        site = {"name": settings.SITE_NAME, "domain": settings.SITE_NAME}
        send = partial(self._send_mail, template_prefix, email, {"current_site": site, **context})
        if mail_state() == FAILS:
            # A silent mail server keeps one request waiting, and from then on none: others need the thread.
            later.start(send)
        else:
            send()

    def _send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        try:
            with noted():
                super().send_mail(template_prefix, email, context)
        except ERRORS:
            logger.exception("The mail %s could not be sent", template_prefix)
