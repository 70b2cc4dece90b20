"""Every card explains itself, in every language, from its data alone (KM-118)."""

import re
from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from django.conf import settings
from django.utils.translation import override
from django.utils.translation.trans_real import translation

from games.rules.karciane_miasto.cards import CARDS, EFFECTS
from games.rules.karciane_miasto.text import abilities, terms
from games.rules.karciane_miasto.text import effects as effect_records
from games.rules.karciane_miasto.text.abilities import ActionAbility
from games.rules.karciane_miasto.text.effects import (
    DrawEffect,
    GoodsEffect,
    LeaveEffect,
    SupportEffect,
    VpEffect,
)
from games.rules.karciane_miasto.text.terms import (
    All,
    CostModifier,
    Count,
    CountCondition,
    Filter,
    ForbidModifier,
    LevelCondition,
    Pick,
    SupportCondition,
    SupportGainModifier,
    Trigger,
    Within,
)
from games.rules.karciane_miasto.wording import conditions, effects, lines, modifiers, moments, things
from games.rules.karciane_miasto.wording.speech import Speech
from games.rules.phrases import Phrase, gettext
from games.templatetags.looks import phrase

LANGUAGES = [code for code, _ in settings.LANGUAGES]
READER = Speech("services", gettext("that player"))
DISTRICT = Filter(kind="district")
SHOP = Filter(kind="district", type=("commercial",))


def english(found):
    with override("en"):
        return phrase(found)


def spoken(card):
    return [each for line in lines.lines(card) for each in (line.keyword, line.text) if each]


def phrases_in(found):
    yield found
    for _, value in found.values:
        if isinstance(value, Phrase):
            yield from phrases_in(value)


def is_translated(found, language):
    name = f"{found.context}\x04{found.text}" if found.context else found.text
    catalogue = translation(language)._catalog
    return name in catalogue or (name, 0) in catalogue


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_speaks_every_language_without_a_gap(language):
    with override(language):
        said = {card: [phrase(each) for each in spoken(card)] for card in CARDS}
    gaps = [
        text for found in said.values() for text in found if not text.strip() or re.search(r"[%_{}]", text)
    ]
    assert gaps == []


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_no_pattern_of_a_card_is_left_in_english(language):
    used = {each for card in CARDS for found in spoken(card) for each in phrases_in(found)}
    worded = {each for each in used if re.search("[A-Za-z]", each.text)}
    assert {each.text for each in worded if not is_translated(each, language)} == set()


def test_every_card_says_what_it_does():
    silent = {id for id, card in CARDS.items() if not lines.lines(id)}
    assert all(not CARDS[id].abilities and not CARDS[id].build.extra for id in silent)
    assert len(silent) == 5


def test_every_effect_can_be_told_alone():
    with override("en"):
        assert all(phrase(lines.effect_text(name)) for name in EFFECTS)


def test_the_options_of_a_choice_are_told_one_by_one():
    (name,) = [name for name, found in EFFECTS.items() if found.kind == "choose" and len(name) < 8][1:]
    first, second = map(english, lines.option_texts(name))
    assert first == "gain 1 support with each group"
    assert second == "draw 1 card, then put 1 good on one Residential, Commercial or Industrial District"


@pytest.mark.parametrize(
    ("table", "union"),
    [
        (effects.EFFECTS, effect_records.Effect),
        (lines.ABILITIES, abilities.Ability),
        (conditions.CONDITIONS, terms.Condition),
        (modifiers.MODIFIERS, terms.Modifier),
        (moments.COSTS, terms.Cost),
    ],
)
def test_every_kind_has_its_words(table, union):
    assert set(table) == {record.kind for record in get_args(union)}


def test_every_moment_has_its_words_whoever_acts():
    events = set(get_args(terms.Event)) - {"built"} | set(get_args(terms.WindowName))
    assert set(moments.WHEN) == set(product(events, get_args(terms.By)))


def test_no_card_is_named_in_the_code():
    package = Path(lines.__file__).parents[1]
    sources = [
        *package.glob("wording/*.py"),
        *package.glob("looks/*.py"),
    ]
    assert len(sources) > 10
    for source in sources:
        assert re.findall(r"\b[DTLOSGKV]\d{2,3}\b", source.read_text()) == [], source


def counted(n, op=">=", **more):
    return CountCondition(filter=SHOP, op=op, n=n, **more)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (counted(1), "there is at least 1 Commercial District on the map"),
        (counted(2), "there are at least 2 Commercial Districts on the map"),
        (counted(0, "=="), "there is no Commercial District on the map"),
        (counted(1, "<="), "there is at most 1 Commercial District on the map"),
        (counted(3, "=="), "there are exactly 3 Commercial Districts on the map"),
        (
            counted(1, within=Within(range=2, of="cell")),
            "there is at least 1 Commercial District within range 2",
        ),
        (LevelCondition(index="crime", op="<=", n=0), "Crime is 0"),
        (LevelCondition(index="crime", op="<=", n=2), "Crime is at most 2"),
        (
            SupportCondition(who="you", group="each", op="==", n=1),
            "you have exactly 1 support point with each group",
        ),
    ],
)
def test_conditions(found, said):
    assert english(conditions.conditions([found])) == said


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (VpEffect(who="you", n=-1), "lose 1 VP"),
        (VpEffect(who="opponent", n=2), "an opponent of your choice gains 2 VP"),
        (
            SupportEffect(who="actor", group="empty", n=1),
            "that player gains 1 support with a group in which they have none",
        ),
        (DrawEffect(who="opponent", n=2), "an opponent of your choice draws 2 cards"),
        (DrawEffect(who="you", n=Count(count=SHOP)), "draw 1 card for each Commercial District"),
        (
            GoodsEffect(target="self", n=Count(count=SHOP, within=Within(range=1, of="self"), max=2)),
            "put 1 Service on this card for each Commercial District within range 1 of this card (at most 2)",
        ),
        (GoodsEffect(target=Pick(pick=SHOP, n=1), n=-2), "remove 2 goods from one Commercial District"),
        (GoodsEffect(target=All(all=DISTRICT), n=1), "put 1 good on each District"),
        (LeaveEffect(target="self"), "put this card on its owner's discard pile"),
    ],
)
def test_effects(found, said):
    assert english(effects.effects([found], READER)) == said


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            CostModifier(who="active", filter=SHOP, n=2),
            "Commercial Districts cost 2 goods more for the active player",
        ),
        (
            SupportGainModifier(who="each", filter=SHOP, n=-1),
            "when any Commercial District is built: 1 less support",
        ),
        (
            ForbidModifier(what="destroy", who="opponents", filter=SHOP, within=Within(range=1, of="self")),
            "Commercial Districts within range 1 of this card can't be destroyed for your opponents",
        ),
    ],
)
def test_modifiers(found, said):
    assert english(modifiers.modifier(found)) == said


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            Filter(kind="district", type=("public",), subtype=("culture",), stage=(2, 3)),
            "Public District (Culture) (stage 2 or 3)",
        ),
        (
            Filter(kind=("official", "event"), controller="opponent"),
            "Official or Long Event an opponent controls",
        ),
        (Filter(kind="official", controller="you", state="ready"), "ready Official you control"),
        (Filter(kind="terrain", subtype=("forest", "water"), other=True), "other Forest or Water"),
        (Filter(kind="terrain"), "Terrain"),
    ],
)
def test_things(found, said):
    assert english(things.things(found)) == said


def test_a_trigger_says_who_where_and_how():
    found = Trigger(
        event="built",
        by="opponent",
        filter=SHOP,
        within=Within(range=2, of="self"),
        modes=("expand", "rebuild"),
    )
    assert english(moments.trigger(found)) == (
        "when an opponent builds any Commercial District within range 2 of this card (using Expand or Rebuild)"
    )


def test_km_90_and_km_91_the_keyword_tells_how_often_and_when():
    card = CARDS["D101"]
    told = {}
    for timing, limit in [
        (("main",), None),
        (("main",), "turn"),
        (("vote",), None),
        (("main", "vote"), "turn"),
    ]:
        ability = ActionAbility(timing=timing, limit=limit, cost=(), effects=(DrawEffect(who="you", n=1),))
        line = lines.ABILITIES["action"](ability, card)
        told[line.rule, line.sign, english(line.keyword)] = english(line.text)
    assert told == {
        ("KM-89", "action", "Action:"): "draw 1 card",
        ("KM-90", "turn", "Action[1]:"): "draw 1 card",
        ("KM-91", "bulb", "Light bulb:"): (
            "in your Main phase or in a City Council vote, once in your turn: draw 1 card"
        ),
    }


def test_km_95_a_reaction_on_the_map_speaks_of_who_fired_it():
    told = Speech("goods", gettext("the builder"), told=True)
    gain = SupportEffect(who="you", group="choose", n=1)
    assert (
        english(effects.effects([gain], told)) == "the builder gains 1 support with a group of their choice"
    )
    assert english(effects.effects([gain], READER)) == "gain 1 support with a group of your choice"


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (
            "D113",
            "Build: only if there is at least 1 Forest or Water within range 1;"
            " if there is at least 1 other Commercial District within range 1, put 1 Service on this card",
        ),
        ("D232", "Build: Expand only|Education +2"),
        ("D133", "Pollution −1"),
        ("L06", "Progress: when you build any District (using Rebuild)"),
        (
            "S15",
            "Only if: you have at least 3 support points with one group|put 1 fulfilment counter on one Plan you control",
        ),
        (
            "K04",
            "Cost: pay 1 support from any group|when an opponent plays an Event (Short): cancel that Event",
        ),
        ("G05", "Time: 2|When played: draw 1 card|Districts can't be Rebuilt"),
    ],
)
def test_cards_read_as_their_data_means(card, said):
    told = [
        " ".join(english(each) for each in (line.keyword, line.text) if each) for line in lines.lines(card)
    ]
    assert "|".join(told) == said
