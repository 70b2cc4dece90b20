"""English texts sound as if written by people who play: words that may not come back.

A text that must break a rule stands in ``ALLOWED`` with the reason.
"""

import re

import pytest

from tests.test_messages import CATALOGUES, messages

PATTERNS = {
    "shall": r"\bshall\b",
    "dear: say expensive": r"\btoo dear\b|\bdearer\b",
    "is to move: say it's their turn": r"\b(is|are) to move\b",
    "throw away: say delete": r"\bthrow\w*( \w+)? away\b",
    "whoever: say who, or you": r"\bwhoever\b",
    "may not: say can't": r"\bmay not\b",
    "take back: say undo": r"\btak\w+ back\b",
    "holiday: say vacation": r"\bholidays?\b",
    "sit down: say join": r"\bsits? down\b|\bsits here\b",
    "Talk: say chat": r"\bTalk\b",
    "Leaders: say leaderboard": r"\bLeaders\b",
    "watcher: say spectator": r"\b(watcher|observer)s?\b",
    "the desk: say moderation": r"\bthe desk\b|\bat this desk\b",
    "mail: say email": r"(?<![\w(-])mails?\b|\be-mails?\b",
    "rather not: say cancel": r"\brather not\b",
    "what came of it": r"\bcame of it\b|\bnobody else learns\b",
    "no contraction": r"\bcannot\b|\b(do|does|did|is|are|was|were|has|have|will|would|could|should) not\b",
    "a word for developers": r"\b(slot|command|payload|boolean|JSON|API|endpoint|database|server|cache|UUID)s?\b",
    "somebody in a button": r"^(\W*\w+){0,3}\W*\b(some|any|every)body\b(\W*\w+){0,3}\W*$",
}
FLAVOUR = "what is written on a card"
PROOF = "how a proof is checked without the site"
ALLOWED = {
    "Holiday Cottages": FLAVOUR,
    "Please do not feed the orchids.": FLAVOUR,
    "The envelope was not empty.": FLAVOUR,
    "Nobody visits. Everybody should be grateful.": FLAVOUR,
    "The lift remembers everybody's secrets.": FLAVOUR,
    "Whoever builds it wins the game at once.": FLAVOUR,
    "The mail server rejected it": "a machine's name",
    "This check needs JavaScript. The command-line tool below doesn't.": PROOF,
    "This check only works over HTTPS. Use the command-line tool below instead.": PROOF,
    "Downloaded file (fair.json, optional)": PROOF,
}


def texts():
    """Yield every English text; one catalogue has all of them."""
    for found in messages(CATALOGUES[0]):
        yield from (found[field] for field in ("msgid", "msgid_plural") if found.get(field))


@pytest.mark.parametrize("rule", PATTERNS)
def test_no_text_breaks_it(rule):
    pattern = re.compile(PATTERNS[rule], 0 if rule.startswith(("Talk", "Leaders")) else re.IGNORECASE)
    assert [text for text in texts() if pattern.search(text) and text not in ALLOWED] == []


def test_what_is_allowed_is_there_and_breaks_a_rule():
    known, patterns = set(texts()), [re.compile(each, re.IGNORECASE) for each in PATTERNS.values()]
    assert [text for text in ALLOWED if text not in known] == []
    assert [text for text in ALLOWED if not any(each.search(text) for each in patterns)] == []


def test_a_broken_rule_is_noticed():
    assert re.search(PATTERNS["somebody in a button"], "Wait for somebody", re.IGNORECASE)
    assert not re.search(PATTERNS["mail: say email"], "Send %(mail)s an email")
