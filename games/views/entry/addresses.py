"""The addresses of an account."""

from typing import Any

from allauth.account.views import EmailView
from django.contrib import messages
from django.http import HttpRequest

from games.views.entry.accounts import AccountAdapter


class AddressesView(EmailView):  # type: ignore[misc]
    """allauth's page, which says so where a confirmation that was asked for is not sent again so soon."""

    def _action_send(self, request: HttpRequest, *args: Any, **values: Any) -> Any:
        answer = super()._action_send(request, *args, **values)
        if self._get_email_address(request) and not self._did_send_verification_email:
            messages.warning(request, AccountAdapter.error_messages["rate_limited"])
        return answer


addresses = AddressesView.as_view()
