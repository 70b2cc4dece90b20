// The talk beside the table: lines come by the table's socket, by asking while there is none, and with answers to forms.
(() => {
  const POLL = 10000;
  const heard = document.getElementById("talk-heard");
  const list = document.getElementById("talk-lines");
  const log = document.getElementById("talk-log");
  const panel = document.getElementById("talk");
  const noted = `talk ${location.pathname}`;
  if (!heard) return;

  // Own lines look different; nobody mutes or reports oneself. Times are the reader's.
  function dress() {
    for (const line of list.querySelectorAll("li:not([data-dressed])")) {
      line.dataset.dressed = "yes";
      line.classList.toggle("mine", line.dataset.by === heard.dataset.mine);
      const time = line.querySelector("time"), at = new Date(time.dateTime);
      time.textContent = at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    }
    count();
  }

  // What came while the lines were out of sight has not been read.
  let seen = false;
  const number = (line) => Number(line?.id.slice(5) ?? 0);
  let last = Number(memory?.getItem(noted));
  function read() {
    last = number(list.lastElementChild);
    memory?.setItem(noted, last);
  }
  function count() {
    if (!panel) return;
    if (seen && !document.hidden) read();
    const unread = [...list.children].filter((line) => number(line) > last && !line.matches(".mine")).length;
    for (const badge of document.querySelectorAll("[data-unread]")) {
      badge.hidden = !unread;
      badge.textContent = unread;
    }
    document.getElementById("talk-chip").hidden = !unread || seen;
  }

  const toTheEnd = () => { log.scrollTop = log.scrollHeight; };

  // Who reads the end of the list stays there; who has scrolled back is left alone.
  function atTheEnd(change) {
    const follows = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    const focus = document.activeElement;
    change();
    dress();
    if (follows) toTheEnd();
    if (!focus.isConnected) log.focus({ preventScroll: true });
  }

  // A line never changes, so that only missing and surplus lines are touched: a screen reader says what is new.
  function fill(fresh) {
    const ids = new Set([...fresh.children].map(({ id }) => id));
    for (const line of [...list.children]) if (!ids.has(line.id)) line.remove();
    [...fresh.children].forEach((line, at) => {
      if (list.children[at]?.id !== line.id) list.insertBefore(line, list.children[at] ?? null);
    });
  }

  function take(fresh) {
    if (!fresh) return;
    atTheEnd(() => {
      heard.dataset.version = fresh.dataset.version;
      fill(fresh.querySelector("#talk-lines"));
      const [old, muted] = [heard, fresh].map((side) => side.querySelector("#talk-muted"));
      muted.open = old.open && !muted.hidden;
      old.replaceWith(muted);
      htmx.process(muted);
    });
  }

  // An answer may be older than a frame that overtook it; then it is asked for once more.
  let latest = null;
  function answered(fresh) {
    take(fresh);
    if (latest && latest !== heard.dataset.version) ask();
  }

  const parse = (html) => new DOMParser().parseFromString(html, "text/html").body;

  // A frame's first line is the version it leads to and, unless it brings all lines, the one it starts from.
  document.addEventListener("talk", ({ detail: frame }) => {
    const end = frame.indexOf("\n"), [, to, from] = frame.slice(0, end).split(" ");
    const version = heard.dataset.version;
    latest = to;
    if (to === version) return;
    if (from && from !== version) ask();
    else atTheEnd(() => {
      heard.dataset.version = to;
      const html = frame.slice(end + 1), all = parse(html).querySelector("#talk-lines");
      if (all) fill(all);
      else htmx.swap(document.body, html, { swapStyle: "none", swapDelay: 0, settleDelay: 0 });
    });
  });

  let asking = false;
  async function ask() {
    if (asking) return;
    asking = true;
    latest = null;
    const { url, version } = heard.dataset;
    const how = { headers: { "HX-Request": "true" }, cache: "no-store", signal: AbortSignal.timeout(POLL) };
    const answer = await fetch(`${url}?since=${version}`, how).catch(() => null);
    const html = answer?.status === 200 ? await answer.text().catch(() => "") : "";
    asking = false;
    answered(parse(html).querySelector("#talk-heard"));
  }

  document.addEventListener("htmx:beforeRequest", ({ detail }) => { if (detail.elt.closest(".talk")) latest = null; });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id !== "talk-heard" || !detail.shouldSwap) return;
    detail.shouldSwap = false;
    answered(parse(detail.serverResponse).querySelector("#talk-heard"));
  });
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    if (detail.target.id !== "talk-heard") return;
    detail.shouldSwap = false;
    answered(detail.fragment.querySelector("#talk-heard") ?? detail.fragment);
  });

  // What was said leaves the field; what has been written since stays, as it does after a phrase or a refusal.
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    if (detail.elt.id !== "talk-say" || detail.xhr.status !== 200) return;
    const { submitter } = detail.requestConfig.triggeringEvent;
    const text = document.getElementById("talk-text"), phrases = detail.elt.querySelector("details");
    const said = detail.requestConfig.parameters.get("text") ?? "";
    if (submitter?.name !== "phrase" && text.value.startsWith(said)) text.value = text.value.slice(said.length).trimStart();
    if (text) phrases.open = false;
    (text ?? phrases.firstElementChild).focus({ preventScroll: true });
  });

  heard.addEventListener("toggle", ({ target }) => target.scrollIntoView({ block: "nearest" }), true);
  panel?.addEventListener("toggle", toTheEnd);
  document.getElementById("talk-chip")?.addEventListener("click", () => { panel.open = true; });
  document.addEventListener("visibilitychange", count);
  if (panel) {
    if (!memory?.getItem(noted)) read();
    panel.open = location.hash === "#talk" || !matchMedia("(max-width: 48rem)").matches;
    new IntersectionObserver(([{ isIntersecting }]) => { seen = isIntersecting; count(); }).observe(heard);
  }

  const isLive = () => document.querySelector("#connection[data-state=live]");
  setInterval(() => isLive() || ask(), POLL);
  dress();
  toTheEnd();
})();
