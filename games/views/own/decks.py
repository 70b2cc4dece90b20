"""Decks: those that come with a title, and one's own, built card by card or from text."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.forms.decks import CardFilter, NewDeckForm, RenameForm
from games.models import Deck
from games.requests import viewer
from games.rules import registry
from games.rules.decks import StarterDeck
from games.rules.protocol import RulesError
from games.selectors.decks import cards_as_wanted, own_decks, sheet_of, shelves, starter_of
from games.services.tables import decks as service
from games.services.tables.deck_texts import read, written
from games.views.requests import private, refusal_status


@require_safe
@private
def decks(request: HttpRequest) -> HttpResponse:
    """Show the decks of every title that has them, the viewer's own first."""
    return render(request, "decks/decks.html", {"who": viewer(request), "shelves": shelves(viewer(request))})


@require_http_methods(["GET", "HEAD", "POST"])
@private
@login_required
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask for the name of a new deck, and its cards if there is a text of them; make what is posted."""
    rules = registry.get(slug).decks
    if rules is None:
        raise Http404
    form = NewDeckForm(rules, request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"form": form, "ruleset": registry.get(slug)}
    if not form.is_valid():
        return render(request, "decks/new.html", context, status=422 if form.is_bound else 200)
    try:
        reading = read(slug, form.cleaned_data["text"])
        if not reading.bad:
            created = service.create(viewer(request), slug, form.cleaned_data["name"], reading.cards)
            return redirect("games:deck", created.pk)
    except RulesError as error:
        return render(request, "decks/new.html", context | {"error": error}, status=refusal_status(error))
    return render(request, "decks/new.html", context | {"bad": reading.bad}, status=422)


@require_safe
@private
def starter(request: HttpRequest, slug: str, deck: str) -> HttpResponse:
    """Show a deck that comes with a title."""
    chosen = _starter(slug, deck)
    context = {
        "ruleset": registry.get(slug),
        "deck": chosen,
        "sheet": sheet_of(slug, chosen.cards),
        "text": written(gettext(chosen.name), slug, chosen.cards),
        "who": viewer(request),
    }
    return render(request, "decks/starter.html", context)


def _starter(slug: str, deck: str) -> StarterDeck:
    chosen = starter_of(slug, deck) if registry.get(slug).decks else None
    if chosen is None:
        raise Http404
    return chosen


@require_POST
@private
@login_required
def copy_starter(request: HttpRequest, slug: str, deck: str) -> HttpResponse:
    """Put a copy of a deck that comes with a title on the viewer's shelf."""
    chosen = _starter(slug, deck)
    return _copied(request, slug, gettext(chosen.name), chosen.cards)


@require_POST
@private
@login_required
def copy(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Put a copy of one's deck beside it."""
    deck = _own(request, deck_id)
    return _copied(request, deck.slug, gettext("%(name)s (copy)") % {"name": deck.name}, deck.cards)


def _copied(request: HttpRequest, slug: str, name: str, cards: Any) -> HttpResponse:
    try:
        copy = service.create(viewer(request), slug, name, cards)
    except RulesError as error:
        context = {"who": viewer(request), "shelves": shelves(viewer(request)), "error": error}
        return render(request, "decks/decks.html", context, status=refusal_status(error))
    return redirect("games:deck", copy.pk)


def _own(request: HttpRequest, deck_id: int) -> Deck:
    """Return one of the viewer's decks; those of others, or of no title any more, are not there."""
    deck = own_decks(viewer(request)).filter(pk=deck_id, slug__in=registry.SLUGS).first()
    if deck is None or registry.get(deck.slug).decks is None:
        raise Http404
    return deck


@require_safe
@private
@login_required
def deck(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Show one's deck with the cards to put into it; to a filter of the page only those cards."""
    own = _own(request, deck_id)
    htmx = request.htmx  # type: ignore[attr-defined]
    part = htmx and not htmx.history_restore_request
    return render(request, "decks/cards.html" if part else "decks/deck.html", _bench(request, own))


def _bench(request: HttpRequest, found: Deck) -> dict[str, Any]:
    """Return what the page of a deck shows, as the address wants the cards filtered."""
    form = CardFilter(service.rules_of(found.slug), request.GET)
    return {
        "ruleset": registry.get(found.slug),
        "deck": found,
        "filter": form,
        "query": request.GET.urlencode(),
        "rows": cards_as_wanted(found.slug, found.cards, form.wanted()),
        "sheet": sheet_of(found.slug, found.cards),
        "text": written(found.name, found.slug, found.cards),
        "rename": RenameForm(initial={"name": found.name}, auto_id="rename-%s"),
    }


@require_POST
@private
@login_required
def change(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Put a copy of a card into one's deck, or take one out; answer htmx with what differs then."""
    own = _own(request, deck_id)
    by = 1 if "add" in request.POST else -1
    card = request.POST.get("add", request.POST.get("remove", ""))
    try:
        own = service.change(own, card, by)
    except RulesError as error:
        return _changed(request, own, card, error)
    if request.htmx:  # type: ignore[attr-defined]
        return _changed(request, own, card)
    return redirect(f"{reverse('games:deck', args=[own.pk])}?{request.GET.urlencode()}#card-{card}")


def _changed(request: HttpRequest, found: Deck, card: str, error: RulesError | None = None) -> HttpResponse:
    context = _bench(request, found) | {"error": error}
    context["changed"] = [row for row in context["rows"] if row.card.id == card]
    htmx = request.htmx  # type: ignore[attr-defined]
    status = refusal_status(error) if error else 200
    return render(request, "decks/changed.html" if htmx else "decks/deck.html", context, status=status)


@require_POST
@private
@login_required
def rename(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Give one's deck another name."""
    own, form = _own(request, deck_id), RenameForm(request.POST, auto_id="rename-%s")
    if not form.is_valid():
        context = _bench(request, own) | {"rename": form}
        return render(request, "decks/deck.html", context, status=422)
    service.rename(own, form.cleaned_data["name"])
    messages.success(request, gettext("Saved."))
    return redirect("games:deck", own.pk)


@require_POST
@private
@login_required
def delete(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Throw one's deck away."""
    own = _own(request, deck_id)
    messages.success(request, gettext("Deck “%(name)s” deleted.") % {"name": own.name})
    service.delete(own)
    return redirect("games:decks")


@require_safe
@private
@login_required
def text(request: HttpRequest, deck_id: int) -> HttpResponse:
    """Hand one's deck out as text."""
    own = _own(request, deck_id)
    answer = HttpResponse(written(own.name, own.slug, own.cards), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="deck-{own.pk}.txt"'
    return answer
