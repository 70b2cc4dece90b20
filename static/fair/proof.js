// The fair shuffle, versions 1 and 2, in the browser: recomputes an export with Web Crypto and sends nothing.
// A check ends with null, or with what is wrong: {word, at}, where the page knows the word and `at` names the place.

import { WORDS, bytes, digest, hmac, join, label, lp, text, u32, unhex } from "./encode.js";
import { Malformed, checkShape, isAbsent, versionOf } from "./shape.js";

export { Malformed };

const HIDDEN = { word: "hidden" };

// The start: in version 1 a seed belonged to the game itself, and there was no kind.

const dealOf = (data) => (versionOf(data) > 1 ? data.deal_id : data.game_id);
const seatBytes = (seat) => join(text(seat.kind), lp(unhex(seat.client_seed_hex)));

export function transcript(data) {
  const kind = versionOf(data) > 1 ? [text(data.kind)] : [];
  const game = [...kind, text(dealOf(data)), text(data.ruleset_id), lp(unhex(data.ruleset_digest))];
  return join(...game, u32(data.seats.length), ...data.seats.map(seatBytes));
}

const hash = (data, purpose, ...parts) => digest(versionOf(data), purpose, ...parts);
const derive = (data, key, purpose, ...parts) => hmac(key, join(label(versionOf(data), purpose), ...parts));

export const commitment = (data) => hash(data, "commit", text(dealOf(data)), lp(unhex(data.server_seed)));
export const startDigest = (data) => hash(data, "start", lp(unhex(data.commitment)), lp(transcript(data)));
export const gameKey = (data) => derive(data, unhex(data.server_seed), "key", lp(transcript(data)));

// Random numbers.

export async function* words(key, drawNo, name, version = 2) {
  const prefix = join(label(version, "draw"), u32(drawNo), lp(bytes(name)));
  for (let block = 0; ; block += 1) {
    const view = new DataView((await hmac(key, join(prefix, u32(block)))).buffer);
    for (let at = 0; at < view.byteLength; at += 4) yield view.getUint32(at);
  }
}

export async function below(stream, n) {
  if (n === 1) return 0;
  const limit = WORDS - (WORDS % n);
  for (;;) {
    const { value: word } = await stream.next();
    if (word < limit) return word % n;
  }
}

export async function shuffled(stream, items) {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = await below(stream, i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// The chained log: the head before the first ply and after each one.

export const nonce = (data, key, ply) => derive(data, key, "veil", u32(ply));

async function body(data, key, entry) {
  const what = [text(entry.actor), text(entry.notation)];
  if (!entry.veiled) return join(text("open"), ...what);
  const veil = lp(await nonce(data, key, entry.ply));
  return join(text("veiled"), lp(unhex(await hash(data, "veiled", veil, ...what))));
}

export async function headsOf(data, key) {
  const heads = [await hash(data, "log", lp(unhex(data.start_digest)))];
  for (const entry of data.log) {
    const where = [u32(entry.ply), text(String(entry.seat)), text(entry.at)];
    heads.push(await hash(data, "ply", lp(unhex(heads.at(-1))), ...where, await body(data, key, entry)));
  }
  return heads;
}

// Shared deals: hashing the seed of day k so many times gives the anchor that was published before the first day.

export async function anchor(seed, days) {
  let found = seed;
  for (let day = 0; day < days; day += 1) found = await digest(2, "chain", lp(unhex(found)));
  return found;
}

// The checks.

async function commitmentProblem(data, given) {
  if (given && given !== data.commitment) return { word: "given" };
  if (isAbsent(data.server_seed)) return HIDDEN;
  return (await commitment(data)) === data.commitment ? null : { word: "commitment" };
}

async function startProblem(data, given) {
  if (given && given !== data.start_digest) return { word: "given" };
  // A table may be closed before it starts, and then nothing was drawn.
  if (isAbsent(data.start_digest)) return data.status === "aborted" ? null : { word: "never-started" };
  return (await startDigest(data)) === data.start_digest ? null : { word: "start" };
}

async function numberingProblem(data) {
  if (isAbsent(data.server_seed)) return HIDDEN;
  const numbers = (data.draws ?? []).map((draw) => draw.draw_no).sort((a, b) => a - b);
  if (!numbers.every((number, at) => number === at)) return { word: "numbers" };
  return versionOf(data) > 1 ? null : drawsProblem(data);
}

// Optional in version 1, and absent from a game that never started; the shape requires it elsewhere.
async function drawsProblem(data) {
  if (isAbsent(data.server_seed)) return HIDDEN;
  const changed = !isAbsent(data.draws_digest) && data.draws_digest !== (await drawsDigest(data));
  return changed ? { word: "changed" } : null;
}

const listBytes = (texts) => join(u32(texts.length), ...texts.map((item) => text(item)));

function drawBytes(draw) {
  const lists = draw.op === "shuffle" ? [draw.input, draw.output] : [[String(draw.n), String(draw.output)]];
  return join(u32(draw.draw_no), text(draw.label), text(draw.op), ...lists.map(listBytes));
}

export const drawsDigest = (data) => hash(data, "draws", ...data.draws.map(drawBytes));

const same = (one, other) => one.length === other.length && one.every((item, at) => item === other[at]);

async function shuffleWord(stream, draw) {
  const sorted = [...draw.input].sort();
  if (!same(sorted, draw.input)) return "unsorted";
  if (!same([...draw.output].sort(), sorted)) return "cards";
  return same(await shuffled(stream, sorted), draw.output) ? null : "order";
}

async function belowWord(stream, draw) {
  return (await below(stream, draw.n)) === draw.output ? null : "number";
}

async function drawProblem(data, op, wordOf) {
  if (isAbsent(data.server_seed)) return HIDDEN;
  const draws = (data.draws ?? []).filter((draw) => draw.op === op);
  const key = draws.length ? await gameKey(data) : null;
  for (const draw of draws) {
    const word = await wordOf(words(key, draw.draw_no, draw.label, versionOf(data)), draw);
    if (word) return { word, at: `${draw.draw_no} (${draw.label})` };
  }
  return null;
}

async function chainProblem(data, given) {
  if (isAbsent(data.server_seed)) return HIDDEN;
  if (isAbsent(data.start_digest)) return given ? { word: "no-head" } : null;
  const inOrder = data.log.length === data.plies && data.log.every((entry, at) => entry.ply === at + 1);
  if (!inOrder) return { word: "plies" };
  const heads = await headsOf(data, await gameKey(data));
  if (heads.at(-1) !== data.head) return { word: "head" };
  const [ply, kept] = given.includes(":") ? given.split(/:(?=[^:]*$)/) : ["", given];
  const at = heads.indexOf(kept);
  return !given || (at >= 0 && (!ply || ply === String(at))) ? null : { word: "kept-head" };
}

const typed = (value) => (value ?? "").trim().toLowerCase();

function checksOf(data, given) {
  const checks = [
    commitmentProblem(data, typed(given.commitment)),
    startProblem(data, typed(given.startDigest)),
    numberingProblem(data),
    drawProblem(data, "shuffle", shuffleWord),
    drawProblem(data, "below", belowWord),
  ];
  return versionOf(data) > 1 ? [...checks, drawsProblem(data), chainProblem(data, typed(given.head))] : checks;
}

export async function verify(data, given = {}) {
  try {
    checkShape(data);
  } catch (error) {
    if (error instanceof Malformed) return [{ number: 0, problem: { word: "malformed", at: error.message } }];
    throw error;
  }
  const problems = await Promise.all(checksOf(data, given));
  return problems.map((problem, at) => ({ number: at + 1, problem }));
}

// Without a value that a player kept nothing is proved; version 1 knew two verdicts only.
export function verdict(data, checks, given = {}) {
  const problems = checks.filter(({ problem }) => problem).map(({ problem }) => problem.word);
  if (problems.length) return problems.every((word) => word === "hidden") ? "not-over" : "broken";
  if (versionOf(data) === 1) return "passed";
  return Object.values(given).some(typed) ? "proved" : "consistent";
}
