// Says in the header, in the tab's title and by its icon how many games wait for this person, also while nobody looks.
const Turns = (() => {
  const EVERY = 30000;
  const badge = document.getElementById("my-turns");
  const title = document.title.replace(/^\(\d+\) /, "");
  let count = Number(badge?.dataset.count ?? 0), mine = false, called = false, known;

  function show() {
    document.getElementById("next-game")?.toggleAttribute("hidden", count <= Number(mine));
    if (badge) badge.querySelector(".number").textContent = count;
    if (badge) badge.querySelector(".turn-count").hidden = count === 0;
    if (document.documentElement.dataset.signs === "off") return;
    const turns = count ? `(${count}) ` : "";
    document.title = `${mine || called ? "● " : ""}${turns}${title}`;
    if (!badge) return;
    const icon = document.querySelector('link[rel="icon"]'), url = badge.dataset[count ? "turnIcon" : "icon"];
    if (icon.getAttribute("href") !== url) icon.setAttribute("href", url);
  }

  async function ask() {
    const answer = await fetch(badge.dataset.url, { cache: "no-store" }).catch(() => null);
    const told = answer?.ok ? await answer.json().catch(() => null) : null;
    if (told === null) return;
    count = told.waiting;
    show();
  }

  // What the table on this page says: it knows first. The other games are counted again when that changes.
  // Somebody may call for this person without waiting for a move of theirs: to a rematch.
  function here(isMine, isCalled) {
    [mine, called] = [isMine, isCalled];
    show();
    if (known !== undefined && known !== mine) ask();
    known = mine;
  }

  if (badge?.dataset.url) {
    setInterval(ask, EVERY);
    addEventListener("pageshow", ({ persisted }) => { if (persisted) ask(); });
  }
  return { here };
})();
