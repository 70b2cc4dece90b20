"""People at a browser: they use what is enabled on a page, and note whatever their browser complains about."""

import re
from random import Random

from playwright.sync_api import expect

from tests.thorough import PATIENCE

PAYMENT = 'class="way" name="pay"'
TOKEN = 'class="way" name="token"'
READY = 'id="confirm"'
HIDDEN = re.compile('<input type="hidden" name="([a-z]+)" value="([^"]*)"')
NEEDED = re.compile('name="(csrfmiddlewaretoken|offer)" value="([^"]*)"')
MOVE = re.compile('name="move" value="([^"]*)"')
PAIRS = [
    (slot, slot + step) for slot in range(16) for step in (1, 4) if (slot % 4 < 3 if step == 1 else slot < 12)
]
# Sets a promise that is kept once htmx has put the next answer into the page and settled it.
AWAIT_ANSWER = """(patience) => {
  const settled = (done) => setTimeout(done, 2 * htmx.config.defaultSettleDelay);
  window.answered = new Promise((done, fail) => {
    // A move over the socket has no request.
    for (const name of ["htmx:afterRequest", "moved"]) {
      document.addEventListener(name, () => settled(done), { once: true });
    }
    setTimeout(() => fail(new Error("no answer")), patience);
  });
  // Where nothing could be pressed nobody waits for it.
  window.answered.catch(() => {});
}"""


# The browser's contribution to a shuffle is the same each time, as everything else that a deal depends on.
SAME_CHANCE = "crypto.getRandomValues = (array) => array.fill(7)"


def sit_down(ada, bela, title="point-city", **choices):
    """Seat two people at a table of a title, with such choices of its form; return them, the one to move first."""
    ada.deal(title, name="Ada", **choices)
    bela.join(ada.page.locator("#invite-link").input_value(), name="Bela")
    expect(ada.page.locator("#turn")).to_be_visible()
    return (ada, bela) if ada.may_move else (bela, ada)


class Person:
    """Somebody with a browser of their own; ``problems`` is what it complained about."""

    def __init__(self, browser, url, own_chance=False, **options):
        self.has_scripts = options.get("java_script_enabled", True)
        # What moves is drawn sixty times a second; only tests of motion need it.
        self.context = browser.new_context(base_url=url, **{"reduced_motion": "reduce"} | options)
        if not own_chance:
            self.context.add_init_script(SAME_CHANCE)
        self.problems = []
        self.table = ""
        self.context.on("page", self._listen)
        self.page = self.context.new_page()
        self.random = Random(20241121)

    def _listen(self, page):
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._response)

    def _console(self, message):
        if message.type in {"error", "warning"}:
            self.problems.append(f"{message.type}: {message.text}")

    def _failed(self, request):
        # Leaving a page gives up what it was still loading.
        if request.failure != "net::ERR_ABORTED":
            self.problems.append(f"failed: {request.url} {request.failure}")

    def _response(self, response):
        if response.status >= 400:
            self.problems.append(f"{response.status}: {response.request.method} {response.url}")

    def forgive(self, *expected):
        """Forget the complaints that had to come."""
        self.problems = [line for line in self.problems if not any(text in line for text in expected)]

    def options(self, title="point-city"):
        """Press the cover of a title on the start page and unfold the options; return the form."""
        self.page.goto("/")
        self.page.locator(f".cover a[href='/new/{title}/']").click()
        self.page.wait_for_url(f"**/new/{title}/")
        form = self.page.locator("form.new-form")
        form.locator("summary", has_text="Options").click()
        return form

    def open_solo(self, level="normal"):
        """Deal the cards of a game alone; return its address."""
        return self.deal("point-city", alone="yes", option_level=level, option_promo="on")

    def open_table(self, seats=2, name="Ada", pace=""):
        """Open a table of the first title; return its address."""
        return self.deal("point-city", name=name, seats=str(seats), pace=pace, option_promo="on")

    def deal(self, title, **choices):
        """Open a table as the page of its title would, without looking at that; return its address."""
        way = f"/new/{title}/"
        page = self.context.request.get(way)
        fields = (
            {"seats": "2", "listed": "no", "on_expiry": "ask"} | dict(NEEDED.findall(page.text())) | choices
        )
        self.page.goto(self.context.request.post(way, form=fields, headers={"Referer": page.url}).url)
        return self._arrived()

    def press_way(self, way):
        """Press a way to play; return the address of the table."""
        self.page.locator(".way-button", has_text=way).click()
        return self._arrived()

    def _arrived(self):
        self.page.wait_for_url("**/games/*/")
        self.table = self.page.url
        return self.table

    def join(self, link, name="Bela"):
        """Sit down where an invite link leads."""
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Join").click()
        self._arrived()

    @property
    def ply(self):
        """The ply the page shows."""
        return int(self.page.locator("#live-ply").get_attribute("data-ply"))

    @property
    def is_over(self):
        """Whether the page shows a result."""
        return self.page.locator("#result").count() == 1

    @property
    def may_move(self):
        """Whether the page asks this person for a move."""
        return self.page.locator("#turn[data-my-turn]").count() == 1

    def press(self, button):
        """Press a control and wait until its answer has taken the table's place."""
        self.do(button.click)

    def do(self, act):
        """Do what brings a new table, and wait for it."""
        if self.has_scripts:
            self.page.evaluate(AWAIT_ANSWER, PATIENCE * 1000)
        act()
        if self.has_scripts:
            self.page.evaluate("() => window.answered")

    def compose(self):
        """Choose at random among what is enabled, until a turn is ready to be confirmed."""
        confirm = self.page.locator("#confirm button")
        while not confirm.count():
            self.press(self.random.choice(self._choices()))
        return confirm

    def _choices(self):
        """The controls that add to the turn: tokens if they are asked for, else cards or the deck."""
        tokens = self.page.locator("button[name=token][aria-pressed=false]").all()
        cards = self.page.locator("button[name=slot][aria-pressed=false]").all()
        chosen = self.page.locator("button[name=slot][aria-pressed=true]").count()
        return tokens or cards if chosen else [*cards, *self.page.locator("button[name=deck]").all()]

    def take_turn(self):
        """Compose a turn and confirm it."""
        self.press(self.compose())
        expect(self.page.locator("#alert")).to_be_hidden()

    def hurry(self, turns):
        """Take pairs from the deck that many times, by the forms of the page but without looking."""
        for _ in range(turns):
            self._send(self._draft("deck=1"))
        self.page.goto(self.table)

    def seek(self, pattern, count):
        """Play alone until some two cards lead to a draft that has the pattern so many times; go there.

        One game in ten or so has no such turn; then another is dealt.
        """
        for _ in range(5):
            if found := self._seek_in_game(pattern, count):
                return found
            self.open_solo()
        raise AssertionError(f"five games without {pattern}")

    def _seek_in_game(self, pattern, count):
        for turn in range(16):
            ready = []
            for one, other in PAIRS:
                draft = self._draft(f"slot={one}&slot={other}")
                if len(re.findall(pattern, draft)) >= count:
                    self.page.goto(f"{self.table}?slot={one}&slot={other}")
                    return one, other
                ready += [draft] if READY in draft else []
            self._send(self._draft("deck=1") if turn % 2 else self.random.choice(ready))
        return None

    def _draft(self, query):
        return self.context.request.get(f"{self.table}?{query}").text()

    def _send(self, draft):
        form = draft[draft.index(READY) :]
        fields = dict(HIDDEN.findall(form)) | {"move": MOVE.search(form)[1]}
        answer = self.context.request.post(f"{self.table}move/", form=fields, headers={"Referer": self.table})
        assert answer.ok

    def at_table(self):
        """Return the page, back at this person's table."""
        self.page.goto(self.table)
        return self.page
