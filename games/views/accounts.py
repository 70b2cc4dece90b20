"""Accounts: names that may stand at a table, and a guest's games that follow into the account."""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from games.forms.names import clean_name
from games.selectors.viewers import GUEST_KEY
from games.services.people import claim_seats, make_first_account_administrator

if TYPE_CHECKING:
    from django.contrib.auth.models import User


class AccountAdapter(DefaultAccountAdapter):
    """What this site adds to signing up and signing in, by whichever way."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Hold user names to the rules of names; an address would be shown to strangers."""
        if "@" in username:
            raise ValidationError(_("Choose a name, not an address: everybody at a table sees it."))
        return super().clean_username(clean_name(username), shallow)

    def save_user(self, request: HttpRequest, user: "User", form: Any, commit: bool = True) -> "User":
        """Make the first account the administrator."""
        super().save_user(request, user, form, commit)
        if commit:
            make_first_account_administrator(user)
        return user

    def login(self, request: HttpRequest, user: "User") -> None:
        """Give the account what its owner played as a guest in this session."""
        guest_id = request.session.pop(GUEST_KEY, None)
        super().login(request, user)
        if guest_id:
            claim_seats(UUID(guest_id), user)
