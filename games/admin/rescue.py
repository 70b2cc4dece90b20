"""Letting somebody back into their account; what other apps store about people stays off the desk."""

from typing import Any

import allauth.account.admin
import allauth.mfa.admin
import allauth.usersessions.admin  # noqa: F401  What these register makes way below.
from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.admin.acts import Act
from games.forms.staff.desk import ReasonForm
from games.services.moderation import rescue
from games.services.rights.sign_in_links import RIGHT
from games.services.rights.staff import Staff

for model in (EmailAddress, EmailConfirmation, Authenticator, UserSession):
    if admin.site.is_registered(model):
        admin.site.unregister(model)


def _link(staff: Staff, user: User, said: dict[str, Any]) -> str:
    token = rescue.make_sign_in_link(staff, user.pk, said["reason"])
    return reverse("games:sign_in_link", args=[token])


def _has_second_factor(user: User) -> bool:
    return Authenticator.objects.filter(user=user).exists()


ACTS = (
    Act(
        "sign-in-link", _("Create sign-in link"), RIGHT, ReasonForm, _link,
        lambda user: user.is_active, shown="admin/link.html", proves=True,
    ),
    Act(
        "remove-second-factor", _("Remove second factor"), RIGHT, ReasonForm,
        lambda staff, user, said: rescue.remove_second_factor(staff, user.pk, said["reason"]),
        _has_second_factor, proves=True,
    ),
    Act(
        "sign-out", _("Sign out everywhere"), RIGHT, ReasonForm,
        lambda staff, user, said: rescue.sign_out(staff, user.pk, said["reason"]),
    ),
)  # fmt: skip
