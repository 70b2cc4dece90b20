"""Acts of the desk: a page of their own asks for the reason, then a service does them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.text import capfirst
from django.utils.translation import gettext

from games.rules.protocol import RulesError
from games.rules.words import gettext_noop
from games.services.rights.staff import DeskError, Staff
from games.templatetags.live import filled

MOST_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class Act:
    """Something the staff may do to a row: what it is called, who may, what is asked, what is done."""

    slug: str
    label: Any
    right: str
    form: Callable[[Any, Mapping[str, Any] | None], forms.Form]
    do: Callable[[Staff, Any, dict[str, Any]], object]
    fits: Callable[[Any], bool] = lambda row: True
    for_many: bool = False
    shown: str = ""
    """The template that shows, this once, the address that the act returns."""
    proves: bool = False
    """Asks who acts to prove once more who they are."""


def _require_fitting(act: Act, row: Any) -> None:
    """Refuse an act that fitted the row when its page was drawn, and does no longer."""
    if not act.fits(row):
        raise DeskError(gettext_noop("This action no longer applies here."))


def _column(offered: Any) -> str:
    """Return by what a filter of a list finds its rows: a column, or the name of its own in the address."""
    if isinstance(offered, type):
        name: str = offered.parameter_name
        return name
    return offered if isinstance(offered, str) else offered[0]


def staff_of(request: HttpRequest) -> Staff:
    """Return who acts, and from where."""
    return Staff(request.user, get_adapter(request).get_client_ip(request))


class ReadOnly:
    """Takes away every right but looking: what changes goes through an act."""

    actions = None

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Forbid adding."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Forbid changing."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Forbid deleting."""
        return False


COMPARED = frozenset({"exact", "gte", "gt", "lte", "lt", "year", "month", "day", "isnull", "id"})
"""How a filter in the address of a list may compare what the list offers."""


class DeskAdmin(ReadOnly, admin.ModelAdmin):
    """Rows to look at, each with the acts that fit it and what ``about`` tells of it."""

    acts: tuple[Act, ...] = ()
    body = ""
    change_form_template = "admin/desk_page.html"
    change_list_template = "admin/desk_list.html"
    list_per_page = 50
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Filter by nothing but what the list offers: Django takes any column, read letter by letter so."""
        offered = [*map(_column, self.get_list_filter(request)), self.date_hierarchy]
        return any(
            lookup == name
            or (lookup.startswith(f"{name}__") and COMPARED.issuperset(lookup[len(name) + 2 :].split("__")))
            for name in offered
            if name
        )

    def about(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        """Return what the template ``body`` shows besides the row."""
        return {}

    def title_of(self, row: Any) -> str:
        """Return how the desk names a row."""
        return f"{self.opts.verbose_name} {row.pk}"

    def allowed(self, request: HttpRequest) -> list[Act]:
        """Return the acts for which this member of the staff has the right."""
        return [act for act in self.acts if request.user.has_perm(act.right)]

    def offered(self, request: HttpRequest, row: Any) -> list[Act]:
        """Return the acts for which this member of the staff has the right and which fit the row."""
        return [act for act in self.allowed(request) if act.fits(row)]

    def get_urls(self) -> list[URLPattern]:
        """Add the page of an act."""
        page = self.admin_site.admin_view(self.act_view)
        return [path("act/<slug:slug>/", page, name=self._name("act")), *super().get_urls()]

    def _name(self, page: str) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}_{page}"

    def get_actions(self, request: HttpRequest) -> dict[str, tuple[Any, str, Any]]:
        """Offer for the chosen rows of a list what may be done to many."""
        return {act.slug: (self._ask, act.slug, act.label) for act in self.allowed(request) if act.for_many}

    @staticmethod
    def _ask(model_admin: "DeskAdmin", request: HttpRequest, chosen: QuerySet[Any]) -> HttpResponse:
        """Lead from a list to the page that asks; nothing has happened yet."""
        pks = [("pk", row.pk) for row in chosen[:MOST_AT_ONCE]]
        slug = request.POST["action"]
        return redirect(f"{model_admin.act_address(slug)}?{urlencode(pks)}")

    def act_address(self, slug: str) -> str:
        """Return where an act is asked about."""
        return reverse(f"admin:{self._name('act')}", args=[slug])

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Head the list with what is in it: Django's own sentence declines no noun."""
        about = {"title": capfirst(self.opts.verbose_name_plural), "links": self.beside(request)}
        return super().changelist_view(request, {**about, **(extra_context or {})})

    def beside(self, request: HttpRequest) -> list[tuple[Any, str]]:
        """Return what is linked above the list, each a label and an address."""
        return []

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Show a row with its acts."""
        row = self.get_object(request, object_id)
        context = {**(extra_context or {}), "body": self.body, "title": capfirst(self.opts.verbose_name)}
        if row is not None and self.has_view_permission(request, row):
            acts = self.offered(request, row)
            links = [(act.label, f"{self.act_address(act.slug)}?pk={row.pk}") for act in acts]
            context |= {"acts": links, "row": row, "subtitle": self.title_of(row), **self.about(request, row)}
        return super().change_view(request, object_id, form_url, context)

    def act_view(self, request: HttpRequest, slug: str) -> HttpResponse:
        """Ask for an act's reason and confirmation, then do it to each row."""
        act = next((act for act in self.allowed(request) if act.slug == slug), None)
        rows = self._rows(request)
        if act is None or not rows:
            raise Http404
        if act.proves:
            raise_if_reauthentication_required(request, app="account")
        form = act.form(rows[0], request.POST if request.method == "POST" else None)
        if request.method == "POST" and form.is_valid():
            done = self._do(request, act, rows, form)
            if form.errors:
                return self._act_page(request, act, rows, form)
            if act.shown and done:
                return self._shown(request, act, rows, done)
            return redirect(self._after(rows))
        return self._act_page(request, act, rows, form)

    def rows_for_acts(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows to which acts may be done, those of the list unless a desk says otherwise."""
        return self.get_queryset(request)

    def _rows(self, request: HttpRequest) -> list[Any]:
        try:
            pks = [self.opts.pk.to_python(text) for text in request.GET.getlist("pk")[:MOST_AT_ONCE]]
            return list(self.rows_for_acts(request).filter(pk__in=pks))
        except (ValidationError, OverflowError) as error:
            raise Http404 from error

    def _do(self, request: HttpRequest, act: Act, rows: list[Any], form: forms.Form) -> list[Any]:
        """Return what came of the rows it was done to; the refusal of a single one stands in the form."""
        outcomes = []
        for row in rows:
            try:
                _require_fitting(act, row)
                outcomes.append(act.do(staff_of(request), row, form.cleaned_data))
            except RulesError as error:
                refusal = filled(error.reason, error.values)
                if len(rows) == 1:
                    form.add_error(None, refusal)
                else:
                    messages.error(request, f"{self.title_of(row)}: {refusal}")
            else:
                done = {"act": act.label, "row": self.title_of(row)}
                messages.success(request, gettext("Done: %(act)s, %(row)s") % done)
        return outcomes

    def _shown(self, request: HttpRequest, act: Act, rows: list[Any], paths: list[str]) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": act.label,
            "opts": self.opts,
            "links": [request.build_absolute_uri(path) for path in paths],
            "back": self._after(rows),
        }
        answer = TemplateResponse(request, act.shown, context)
        answer["Cache-Control"] = "no-store"
        return answer

    def _after(self, rows: list[Any]) -> str:
        if len(rows) == 1:
            return reverse(f"admin:{self._name('change')}", args=[rows[0].pk])
        return reverse(f"admin:{self._name('changelist')}")

    def _act_page(self, request: HttpRequest, act: Act, rows: list[Any], form: forms.Form) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": act.label,
            "opts": self.opts,
            "rows": [self.title_of(row) for row in rows],
            "form": form,
            "back": self._after(rows),
        }
        return TemplateResponse(request, "admin/act.html", context, status=422 if form.is_bound else 200)
