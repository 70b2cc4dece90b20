// The verification page: runs the checks and shows a line for each. Every word comes from the page itself.

import { verdict, verify } from "./proof.js";

const form = document.getElementById("fair-check");
const result = document.getElementById("fair-result");
let runs = 0;

const template = (id) => document.getElementById(id).content;

function wording(name, at = "") {
  return template("fair-words").querySelector(`[data-word="${name}"]`).textContent.replace("{at}", () => at);
}

function line({ number, problem }) {
  const item = template(problem ? "fair-failed" : "fair-ok").firstElementChild.cloneNode(true);
  const text = wording(`check-${number}`);
  item.querySelector("[data-text]").textContent = problem ? `${text} ${wording(problem.word, problem.at)}` : text;
  return item;
}

function show(summary, checks = []) {
  const heading = document.createElement("p");
  heading.className = "fair-verdict";
  heading.dataset.verdict = summary;
  heading.textContent = wording(summary);
  const list = document.createElement("ol");
  list.className = "fair-checks";
  list.append(...checks.map(line));
  result.replaceChildren(heading, ...(checks.length ? [list] : []));
}

async function exported() {
  const file = form.elements.file.files[0];
  if (file) return file.text();
  const answer = await fetch(form.dataset.exportUrl, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new TypeError(answer.statusText);
  return answer.text();
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function outcome() {
  const given = {
    commitment: form.elements.commitment.value,
    startDigest: form.elements.start_digest.value,
    head: form.elements.head.value,
  };
  try {
    const data = parsed(await exported());
    const checks = await verify(data, given);
    return [verdict(data, checks, given), checks];
  } catch (error) {
    console.error(error);
    return ["unreachable"];
  }
}

async function run() {
  const mine = (runs += 1);
  show("checking");
  const found = await outcome();
  // A later click has its own answer; an older one must not replace it.
  if (mine === runs) show(...found);
}

function start() {
  if (!globalThis.isSecureContext || !globalThis.crypto?.subtle) {
    show("insecure");
    return;
  }
  result.replaceChildren();
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run();
  });
  if (form.dataset.over === "yes") run();
}

start();
