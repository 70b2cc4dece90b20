"""Handing the site over to another account."""

from django.utils.translation import gettext_lazy as _

from games.admin.acts import Act
from games.forms.staff.owner import OwnerForm
from games.services.moderation import ownership

MAKE_OWNER = Act(
    "make-owner",
    _("Make owner"),
    ownership.RIGHT,
    OwnerForm,
    lambda staff, user, said: ownership.make_owner(staff, user.pk, said["reason"]),
    lambda user: user.is_active and not ownership.is_owner(user.pk),
    proves=True,
)
