"""How allauth keeps the secrets of second factors."""

from allauth.mfa.adapter import DefaultMFAAdapter

from games.services.secrets import seal, unseal


class SecondFactorAdapter(DefaultMFAAdapter):
    """Seals what would otherwise lie open in the database and in every copy of it."""

    def encrypt(self, text: str) -> str:
        """Return a secret as it is stored."""
        return seal(text)

    def decrypt(self, encrypted_text: str) -> str:
        """Return a secret as it was before; one of an older site was stored as it is."""
        return unseal(encrypted_text)
