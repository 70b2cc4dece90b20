"""Going on vacation."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Profile
from games.services.clocks.vacations import days_left, is_away, mark_of


class VacationForm(forms.Form):
    """For how many days from now; ``days`` are left, ``until`` is when a vacation that lasts ends.

    ``mark`` goes with the form, which is sent for the vacation that was shown and no other.
    """

    def __init__(self, profile: Profile, now: datetime, data: Any = None) -> None:
        """Offer as many days as are left this year."""
        super().__init__(data)
        self.days = days_left(profile, now)
        self.mark = mark_of(profile, now)
        self.until = profile.vacation_until if is_away(profile, now) else None
        initial = min(self.days, 7)
        self.fields["days"] = forms.IntegerField(
            label=_("Add days") if self.until else _("Days"),
            min_value=1,
            max_value=self.days,
            initial=initial,
        )
