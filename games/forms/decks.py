"""Forms about decks: a new one, its name, which cards to look at, and which deck to sit down with."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.forms.opening.tables import SitForm
from games.forms.texts import TextField, normal_line
from games.rules import registry
from games.rules.decks import DeckRules
from games.selectors.decks import CardWish, DeckChoice, deck_choices
from games.selectors.viewers import Viewer
from games.services.tables.deck_texts import MOST_CHARACTERS, title_of
from games.services.tables.decks import NAME_LENGTH
from games.templatetags.live import reason


class DeckNameField(forms.CharField):
    """A name for a deck: nobody but its owner sees it."""

    def __init__(self, **values: Any) -> None:
        values.setdefault("label", _("Deck name"))
        super().__init__(**values)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        """Stop typing where the name would be refused."""
        attrs = {"maxlength": str(NAME_LENGTH), "autocomplete": "off", "dir": "auto"}
        return {**super().widget_attrs(widget), **attrs}

    def clean(self, value: Any) -> str:
        """Return the name in its one normal form."""
        name = normal_line(value or "")
        if not name:
            raise ValidationError(gettext("Enter a name."))
        if len(name) > NAME_LENGTH:
            raise ValidationError(gettext("Deck names can be up to 40 characters."))
        return name


class RenameForm(forms.Form):
    """Another name for a deck."""

    name = DeckNameField()


class NewDeckForm(forms.Form):
    """A new deck, empty or from text; a name that was not typed is taken from the text."""

    use_required_attribute = False
    name = DeckNameField(help_text=_("Optional if the card list below starts with the name: “# Name”."))
    text = TextField(
        label=_("Card list as text (optional)"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": "6", "spellcheck": "false", "maxlength": MOST_CHARACTERS}),
    )

    def __init__(self, rules: DeckRules, data: QueryDict | None = None) -> None:
        """Show how it is written by one of the title's cards."""
        super().__init__(data and _named(data))
        example = {"name": gettext(rules.cards[0].name), "id": rules.cards[0].id}
        self.fields["text"].help_text = (
            gettext("One card per line, like “3 %(name)s” or “3 %(id)s”. You can leave this empty.") % example
        )

    def clean_text(self) -> str:
        """Read no more than a little past the limit, so that what is too long is noticed and no more."""
        text: str = self.cleaned_data["text"]
        return text[: MOST_CHARACTERS + 1]


def _named(data: QueryDict) -> dict[str, Any]:
    """Return what was posted, the name from the text if none was typed."""
    posted = data.dict()
    if not posted.get("name", "").strip():
        posted["name"] = title_of(posted.get("text", ""))
    return posted


class CardFilter(forms.Form):
    """Which cards to look at; a value that means nothing is as good as none."""

    words = forms.CharField(label=_("Text on the card"), required=False, max_length=60)
    mine = forms.BooleanField(label=_("Only cards in the deck"), required=False)

    def __init__(self, rules: DeckRules, data: Any) -> None:
        """Offer the title's facets."""
        super().__init__(data, auto_id="filter-%s")
        facets = {facet.id: _facet_field(facet.label, facet.choices) for facet in rules.facets}
        self.fields = {"words": self.fields["words"], **facets, "mine": self.fields["mine"]}
        self.facets = tuple(facets)

    def wanted(self) -> CardWish:
        """Return what was asked for."""
        self.is_valid()
        cleaned = self.cleaned_data
        tags = {name: cleaned[name] for name in self.facets if cleaned.get(name)}
        return CardWish(cleaned.get("words", ""), tags, cleaned.get("mine", False))


def _facet_field(label: str, choices: Iterable[Any]) -> forms.ChoiceField:
    known = [(choice.value, gettext(choice.label)) for choice in choices]
    return forms.ChoiceField(label=gettext(label), required=False, choices=[("", gettext("Any")), *known])


class JoinForm(SitForm):
    """What a seat takes, with the deck to sit down with at a table of a title that has decks."""

    def __init__(self, slug: str, who: Viewer, data: Any = None) -> None:
        """Offer the starter decks and the viewer's own."""
        super().__init__(who, data)
        self.decks = deck_choices(who, slug) if registry.get(slug).decks else ()
        if self.decks:
            self.fields["deck"] = _deck_field(self.decks)

    def clean_deck(self) -> str:
        """Return the move that stands for the chosen deck, or nothing."""
        chosen = next((deck for deck in self.decks if deck.key == self.cleaned_data["deck"]), None)
        if chosen and chosen.fault:
            raise ValidationError(f"{reason(chosen.fault)} ({chosen.fault.rule})")
        return chosen.notation if chosen else ""


def _deck_field(decks: tuple[DeckChoice, ...]) -> forms.ChoiceField:
    starters = [(deck.key, gettext(deck.name)) for deck in decks if not deck.is_own]
    own = [(deck.key, _own_label(deck)) for deck in decks if deck.is_own]
    groups = [(gettext("Starter decks"), starters), (gettext("Your decks"), own)]
    return forms.ChoiceField(
        label=_("Your deck"),
        help_text=_("Hidden from the other players until the game ends."),
        required=False,
        choices=[("", gettext("Choose at the start of the game")), *(group for group in groups if group[1])],
    )


def _own_label(deck: DeckChoice) -> str:
    return gettext("%(name)s – not valid yet") % {"name": deck.name} if deck.fault else deck.name
