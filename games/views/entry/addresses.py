"""The addresses of an account, and confirming them."""

from typing import Any

from allauth.account.views import ConfirmEmailView, EmailView
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse

from games.views.entry.accounts import AccountAdapter


class AddressesView(EmailView):  # type: ignore[misc]
    """allauth's page, which says so where a confirmation that was asked for is not sent again so soon."""

    def _action_send(self, request: HttpRequest, *args: Any, **values: Any) -> Any:
        answer = super()._action_send(request, *args, **values)
        if self._get_email_address(request) and not self._did_send_verification_email:
            messages.warning(request, AccountAdapter.error_messages["rate_limited"])
        return answer


class ConfirmAddressView(ConfirmEmailView):  # type: ignore[misc]
    """allauth's page, which says what a used link is also to whoever presses the button a second time."""

    def post(self, *args: Any, **values: Any) -> HttpResponse:
        """Confirm the address, or say that the link no longer does."""
        try:
            return super().post(*args, **values)  # type: ignore[no-any-return]
        except Http404:
            answer: HttpResponse = self.get(*args, **values)
            answer.status_code = 410
            return answer


addresses = AddressesView.as_view()
confirm_address = ConfirmAddressView.as_view()
