"""How allauth keeps the secrets of second factors."""

from allauth.mfa.adapter import DefaultMFAAdapter
from django.utils.translation import gettext_lazy as _

from games.services.people.secrets import seal, unseal


class SecondFactorAdapter(DefaultMFAAdapter):
    """Seals what would otherwise lie open in the database and in every copy of it."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "cannot_generate_recovery_codes": _("Set up a second factor first."),
        "incorrect_code": _("That code doesn't work. Check it, or wait for the next one."),
    }

    def encrypt(self, text: str) -> str:
        """Return a secret as it is stored."""
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Return a secret as it was before; one of an older site was stored as it is."""
        return unseal(encrypted_text)
