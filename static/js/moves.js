// While its socket is open a page makes its moves over it, as "move <ply> <key> <notation>", and is answered "moved <ply>":
// the table comes in a frame, as to everybody else. What is refused or lost is posted, as from any page: the key sees to it
// that it is made once, and the answer to the form says what was wrong.
const Moves = (() => {
  // Who is faster than this posts: a socket that says more is closed (games/live/rate_limit.py).
  const MOST = 15, WITHIN = 10000;
  let say = null, sent = null, held = [], times = [];

  const isMove = ({ verb, path, target }) => verb === "post" && path === `${target.dataset.url}move/`;

  function maySay() {
    times = times.filter((time) => Date.now() - time < WITHIN);
    return say !== null && times.length < MOST && Parts.isPlainKnown();
  }

  document.addEventListener("htmx:confirm", (event) => {
    const { elt: form, triggeringEvent, issueRequest } = event.detail;
    if (!isMove(event.detail) || !(sent || maySay())) return;
    event.preventDefault();
    if (sent) return;
    const fields = new FormData(form, triggeringEvent?.submitter);
    const off = form.matches("[hx-disabled-elt]") ? [...form.querySelectorAll("button:enabled")] : [];
    sent = { form, off, ply: null, post: () => issueRequest(true) };
    form.classList.add("htmx-request");
    off.forEach((button) => { button.disabled = true; });
    times.push(Date.now());
    say(`move ${fields.get("ply")} ${fields.get("key")} ${fields.getAll("move").at(-1) ?? ""}`);
  });

  const isAwaited = () => sent?.ply === null;
  const isMade = () => sent !== null && !isAwaited();

  // Gives the form back as it was before it was sent, and forgets it.
  function free() {
    const { form, off, post } = sent;
    form.classList.remove("htmx-request");
    delete form.dataset.sent;
    off.forEach((button) => { button.disabled = false; });
    Parts.unmark();
    [sent, held] = [null, []];
    return post;
  }

  // Takes the answer and returns the frames that came before it.
  function answer(data) {
    if (!isAwaited()) return [];
    const [word, ply] = data.split(" "), frames = held;
    if (word !== "moved") {
      free()();
      return [];
    }
    held = [];
    sent.ply = Number(ply);
    sent.form.classList.remove("htmx-request");
    Parts.unmark();
    return frames;
  }

  // Tells whether a frame waits for the answer.
  function holds(frame) {
    if (isAwaited()) held.push(frame);
    return isAwaited();
  }

  // What a move began is over once the table shows it.
  function end() {
    free();
    if (location.search) history.replaceState(history.state, "", document.getElementById("table").dataset.url);
    document.dispatchEvent(new CustomEvent("moved"));
    Parts.rest();
  }

  return {
    answer, holds, isMade, end,
    isShown: (ply) => isMade() && ply >= sent.ply,
    open: (how) => { say = how; },
    close: () => { say = null; if (isAwaited()) free()(); },
  };
})();
