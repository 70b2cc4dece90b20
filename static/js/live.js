// Keeps the table on a page current: by socket, and by asking every ten seconds while there is none.
(() => {
  const POLL = 10000, QUIET = 55000, HURRY = 25000, PATIENCE = 5000, LIMIT = 60000;
  const table = () => document.getElementById("table");
  const ply = () => Number(document.getElementById("live-ply").dataset.ply);
  // Who is there according to this page, in the server's letters.
  const here = () => document.querySelector("#table [data-here]")?.dataset.here ?? "";
  let socket = null, tries = 0, newest = 0, stopped = false, asking = false, isOld = false, retry, waiting;

  function show(state) {
    document.dispatchEvent(new CustomEvent("connection", { detail: state }));
    const sign = document.getElementById("connection");
    // Who is banned has no connection to lose; it comes back with the right to play.
    if (sign.dataset.state === state || (state === "lost" && "barred" in sign.dataset)) return;
    sign.dataset.state = state;
    sign.hidden = false;
    sign.textContent = sign.getAttribute(`data-${state}-text`);
  }

  function mark() {
    const has = (name) => table().querySelector(`[${name}]`) !== null;
    Turns.here(has("data-my-turn"), has("data-called"));
  }

  // Whatever scrolls inside the table keeps its place when it is replaced.
  function swap(html) {
    const scrolled = [...table().querySelectorAll("[id]")].filter((part) => part.scrollTop || part.scrollLeft)
      .map(({ id, scrollTop: top, scrollLeft: left }) => ({ id, top, left }));
    const view = { top: scrollY, left: scrollX, behavior: "instant" };
    htmx.swap(document.body, outOfBand(html), { swapStyle: "none", swapDelay: 0, settleDelay: 0 });
    for (const { id, top, left } of scrolled) document.getElementById(id)?.scrollTo({ top, left, behavior: "instant" });
    scrollTo(view);
  }

  // While htmx waits for an answer, frames are not shown, since the answer needs its form. What it lacks is asked for then.
  const isWaiting = () => document.querySelector("#table .htmx-request") !== null;
  const reach = (to) => { document.getElementById("live-ply").dataset.ply = to; };
  const catchUp = () => { if (ply() < newest && !isWaiting()) ask(); };

  // A frame's first line is the ply it leads to and, unless it brings the whole table, the one it starts from.
  function take(frame) {
    const end = frame.indexOf("\n");
    const [to, from] = frame.slice(0, end).split(" ").map(Number);
    newest = Math.max(newest, to);
    if (Moves.holds(frame)) return;
    if (to < ply() || (to === ply() && from < to)) return;
    if (isWaiting() || (from ?? ply()) !== ply()) {
      // Of a frame that leads to no other ply nobody can tell later whether the page shows what it brings.
      if (!(from < to)) newest = Infinity;
      catchUp();
    } else {
      const html = frame.slice(end + 1);
      // Swapping tells that it has settled before it is over: the page must not seem to lag behind then, nor after.
      reach(to);
      echo(() => {
        if (from !== undefined) takeBack(to > from);
        swap(from === undefined ? Parts.reduce(html) : html);
      });
      reach(to);
      settle();
    }
  }

  // What led to this page's own move is no longer being composed; under another's move it stays.
  function takeBack(isMove) {
    if (Moves.isMade()) swap(Parts.plain());
    else if (isMove) Parts.outdate();
  }

  function settle() {
    if (!Moves.isShown(ply())) return;
    swap(Parts.plain());
    Moves.end();
  }

  // The socket also carries what people say and answers to moves, which are no part of the table: see talk.js, moves.js.
  function hand(data) {
    if (data === "ping") socket.send("pong");
    else if (data.startsWith("talk ")) document.dispatchEvent(new CustomEvent("talk", { detail: data }));
    else if (data === "refused" || data.startsWith("moved ")) {
      Moves.answer(data).forEach(take);
      settle();
    } else if (data !== "pong") take(data);
  }

  // Whatever does not say how it is swapped takes the place of the element with its id.
  function outOfBand(html) {
    const frame = document.createElement("template");
    frame.innerHTML = html;
    const fresh = [...frame.content.children];
    fresh.forEach(Parts.unfold);
    const swapped = Parts.retag(fresh);
    for (const part of swapped) if (!part.hasAttribute("hx-swap-oob")) part.setAttribute("hx-swap-oob", "true");
    return swapped.map((part) => part.outerHTML).join("");
  }

  // A frame brings log lines once; what is new among them is repeated as news.
  function echo(swapped) {
    const lines = () => [...document.querySelectorAll("#log > li:not(.log-ply)")];
    const known = new Set(lines().map(({ id }) => id));
    const before = [...(document.getElementById("news")?.children ?? [])];
    swapped();
    const news = lines().filter(({ id, className }) => !known.has(id) && className !== "minor")
      .sort((one, other) => one.id.localeCompare(other.id, "en", { numeric: true })).map((line) => {
      const copy = line.cloneNode(true);
      copy.id = `news-${line.id}`;
      return copy;
    });
    // What stands there already is not put there anew, or it would be read out again.
    const place = document.getElementById("news"), shown = news.length ? news : before;
    if (place && (shown.length !== place.children.length || shown.some((line, at) => line !== place.children[at]))) {
      still(() => place.replaceChildren(...shown));
    }
  }

  // More lines of news, or fewer, leave the board where it is on the screen: a finger may be on its way to a card.
  function still(change) {
    const top = () => document.getElementById("board")?.getBoundingClientRect().top ?? 0;
    const before = top();
    change();
    scrollBy({ top: top() - before, behavior: "instant" });
  }

  // What is being composed is in the page's address, until it is made; with it the table comes as the page shows it.
  const composed = () => (Moves.isMade() ? "" : location.search);

  // A page of another release of the site than the one that answers loads itself anew, as soon as nobody is writing, asked
  // or waiting for an answer; till then it says nothing of its release, and takes what comes. So does one that has just
  // come anew: behind a proxy two releases may take turns while one follows the other.
  const isNew = () => Date.now() - Number(memory?.getItem("renewed")) < LIMIT;
  const release = () => (isOld || isNew() ? "" : document.querySelector("meta[name=release]").content);
  const isWritten = ({ value, defaultValue }) => value && value !== defaultValue;
  const isBusy = () => isWaiting() || document.querySelector("dialog[open], #unsent:not([hidden], [data-state=changed])")
    || [...document.querySelectorAll(":read-write")].some(isWritten);

  function renew() {
    isOld = true;
    if (!memory || isBusy()) return;
    if (Moves.isMade()) history.replaceState(history.state, "", table().dataset.url);
    memory.setItem("renewed", Date.now());
    location.reload();
  }

  // Who may not see the table any more is told so; but not at once, since whoever has just got up from it is on the way to
  // another page, which loading this one would call off.
  const reload = () => setTimeout(() => location.reload(), PATIENCE);

  async function ask() {
    if (asking) return;
    asking = true;
    newest = 0;
    const asked = composed(), since = ply(), query = new URLSearchParams(asked);
    query.set("since", since);
    query.set("here", here());
    query.set("release", release());
    const headers = { "HX-Request": "true" };
    // A request that hangs would be the last one: while it waits none is made.
    const signal = AbortSignal.timeout(POLL);
    const answer = await fetch(`${table().dataset.url}?${query}`, { headers, cache: "no-store", signal }).catch(() => null);
    const html = answer?.status === 200 ? await answer.text().catch(() => "") : "";
    asking = false;
    if (!answer) newest = Infinity;
    if (answer?.status === 205) renew();
    if (isWaiting()) return;
    if (composed() !== asked || ply() !== since) {
      ask();
      return;
    }
    const reduced = Parts.reduce(html, asked !== "");
    if (reduced !== null) {
      swap(reduced);
      settle();
    } else if (answer?.status === 403 || answer?.status === 404) reload();
  }

  const isLive = () => socket?.readyState === WebSocket.OPEN;

  function connect() {
    drop();
    if (stopped) return;
    const url = new URL(table().dataset.live, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const talk = document.getElementById("talk-heard")?.dataset.version ?? "";
    const { lang } = document.documentElement;
    url.search = new URLSearchParams({ ply: ply(), lang, talk, here: here(), release: release(), pong: 1 });
    const mine = socket = new WebSocket(url);
    expect();
    mine.onopen = () => { hears(); show("live"); Moves.open((text) => { mine.send(text); expect(); }); };
    mine.onmessage = ({ data }) => { hears(); tries = 0; hand(data); };
    mine.onclose = ({ code }) => {
      if (mine !== socket) return;
      if (code === 4403) reload();
      else lose();
      if (code === 4205) renew();
    };
  }

  // The server asks each page every 48 s. Who is not asked asks, and sooner where a clock counts seconds; who is not
  // answered has lost the connection.
  const hears = () => next(ping, document.getElementById("clock-pause") ? HURRY : QUIET), expect = () => next(lose, PATIENCE);

  function next(what, wait) {
    clearTimeout(waiting);
    waiting = setTimeout(what, wait);
  }

  function drop() {
    clearTimeout(retry);
    clearTimeout(waiting);
    const old = socket;
    socket = null;
    old?.close();
    Moves.close();
  }

  // The first try comes soon, the others spread out, so that a restarted server is not stormed.
  function lose() {
    drop();
    show("lost");
    const wait = Math.random() * (tries ? Math.min(LIMIT, PATIENCE * 2 ** (tries - 1)) : 1000);
    tries += 1;
    retry = setTimeout(connect, wait);
  }

  function back() {
    if (!navigator.onLine || document.hidden) return;
    if (isLive()) ping(); else connect();
  }

  function ping() {
    if (!isLive()) return;
    socket.send("ping");
    expect();
  }

  // A list grows; what a full answer has already brought is not added twice.
  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
    for (const { id } of fragment.children) {
      const twin = id && document.getElementById(id);
      if (twin && twin !== target) twin.remove();
    }
  });

  // The last move may leave its player below the board, or another looks at something else there: the result is brought
  // to view and read out as it comes, when the swap has put scrolling and focus back. Who is writing, or has a card or a
  // question open, stays with that.
  const result = () => document.getElementById("result-title");
  let title = result();
  function noticeEnd() {
    const was = title;
    title = result();
    if (title && !was) setTimeout(leadTo);
  }

  function leadTo() {
    if (document.querySelector("dialog[open], :popover-open, :is(input, textarea, select):focus")) return;
    const { top, bottom } = title.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) title.scrollIntoView({ behavior: "instant" });
    title.focus({ preventScroll: true });
  }

  document.addEventListener("htmx:afterSettle", () => { mark(); catchUp(); noticeEnd(); });
  document.addEventListener("htmx:afterRequest", catchUp);

  addEventListener("online", () => { tries = 0; connect(); });
  addEventListener("offline", lose);
  addEventListener("pageshow", ({ persisted }) => { stopped = false; if (persisted) connect(); });
  addEventListener("pagehide", () => { stopped = true; drop(); });
  document.addEventListener("visibilitychange", back);
  setInterval(() => {
    if (!isLive()) ask();
    if (isOld) renew();
  }, POLL);
  mark();
  connect();
})();
