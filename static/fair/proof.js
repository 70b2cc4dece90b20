// The fair shuffle, version 1, in the browser: recomputes an export with Web Crypto and sends nothing.
// A check ends with null, or with what is wrong: {word, at}, where the page knows the word and `at` names the place.

const WORDS = 2 ** 32;
const ASCII = /^[\x20-\x7e]+$/;
const DIGEST = /^[0-9a-f]{64}$/;
const GAME_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const STATUS = /^(open|running|finished|aborted)$/;
const CLIENT_SEED = /^([0-9a-f]{2}){0,64}$/;
const HIDDEN = { word: "hidden" };

// Encoding and hashes.

const bytes = (text) => new TextEncoder().encode(text);
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

function u32(number) {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, number);
  return new Uint8Array(view.buffer);
}

function join(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const lp = (part) => join(u32(part.length), part);
const label = (purpose) => lp(bytes(`card-city/fair/1/${purpose}`));

async function digest(purpose, ...parts) {
  return hex(await crypto.subtle.digest("SHA-256", join(label(purpose), ...parts)));
}

async function hmac(key, message) {
  const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
}

const seatBytes = (seat) => join(lp(bytes(seat.kind)), lp(unhex(seat.client_seed_hex)));

export function transcript(data) {
  const game = [lp(bytes(data.game_id)), lp(bytes(data.ruleset_id)), lp(unhex(data.ruleset_digest))];
  return join(...game, u32(data.seats.length), ...data.seats.map(seatBytes));
}

export const commitment = (data) => digest("commit", lp(bytes(data.game_id)), lp(unhex(data.server_seed)));
export const startDigest = (data) => digest("start", lp(unhex(data.commitment)), lp(transcript(data)));
export const gameKey = (data) => hmac(unhex(data.server_seed), join(label("key"), lp(transcript(data))));

// Random numbers.

export async function* words(key, drawNo, name) {
  const prefix = join(label("draw"), u32(drawNo), lp(bytes(name)));
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

// The shape of the file.

export class Malformed extends Error {}

function need(fits, place) {
  if (!fits) throw new Malformed(place);
}

const isText = (value, pattern = ASCII) => typeof value === "string" && pattern.test(value);
const isWhole = (value, low, high) => Number.isInteger(value) && low <= value && value <= high;
const isObject = (value) => typeof value === "object" && value !== null;
const isAbsent = (value) => value === null || value === undefined;
const isOver = (data) => data.status === "finished" || data.status === "aborted";
const isCards = (value) => Array.isArray(value) && value.every((item) => isText(item));

function isSeat(seat, started) {
  if (!isObject(seat) || !["human", "bot"].includes(seat.kind)) return false;
  return !started || (isText(seat.client_seed_hex, CLIENT_SEED) && (seat.kind === "human" || !seat.client_seed_hex));
}

function isDraw(draw) {
  if (!isObject(draw) || !isWhole(draw.draw_no, 0, WORDS - 1) || !isText(draw.label)) return false;
  if (draw.op === "shuffle") return isCards(draw.input) && isCards(draw.output);
  return draw.op === "below" && isWhole(draw.n, 1, WORDS) && isWhole(draw.output, 0, draw.n - 1);
}

function checkShape(data) {
  need(isObject(data) && data.format === "card-city-fair/1", "format");
  const head = { game_id: GAME_ID, ruleset_id: ASCII, ruleset_digest: DIGEST, status: STATUS, commitment: DIGEST };
  for (const [name, pattern] of Object.entries(head)) need(isText(data[name], pattern), name);
  for (const name of ["start_digest", "server_seed", "draws_digest"]) {
    need(isAbsent(data[name]) || isText(data[name], DIGEST), name);
  }
  const started = !isAbsent(data.start_digest);
  need(Array.isArray(data.seats), "seats");
  data.seats.forEach((seat, at) => need(isSeat(seat, started), `seats[${at}]`));
  need(isOver(data) || isAbsent(data.server_seed), "server_seed");
  const draws = isOver(data) || !isAbsent(data.draws) ? data.draws : [];
  need(Array.isArray(draws) && (started || !draws.length) && (isOver(data) || !draws.length), "draws");
  draws.forEach((draw, at) => need(isDraw(draw), `draws[${at}]`));
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
  const numbers = data.draws.map((draw) => draw.draw_no).sort((a, b) => a - b);
  if (!numbers.every((number, at) => number === at)) return { word: "numbers" };
  const changed = !isAbsent(data.draws_digest) && data.draws_digest !== (await drawsDigest(data.draws));
  return changed ? { word: "changed" } : null;
}

const listBytes = (texts) => join(u32(texts.length), ...texts.map((text) => lp(bytes(text))));

function drawBytes(draw) {
  const lists = draw.op === "shuffle" ? [draw.input, draw.output] : [[String(draw.n), String(draw.output)]];
  return join(u32(draw.draw_no), lp(bytes(draw.label)), lp(bytes(draw.op)), ...lists.map(listBytes));
}

export const drawsDigest = (draws) => digest("draws", ...draws.map(drawBytes));

const same = (one, other) => one.length === other.length && one.every((item, at) => item === other[at]);

async function shuffleWord(key, draw) {
  const sorted = [...draw.input].sort();
  if (!same(sorted, draw.input)) return "unsorted";
  if (!same([...draw.output].sort(), sorted)) return "cards";
  return same(await shuffled(words(key, draw.draw_no, draw.label), sorted), draw.output) ? null : "order";
}

async function belowWord(key, draw) {
  return (await below(words(key, draw.draw_no, draw.label), draw.n)) === draw.output ? null : "number";
}

async function drawProblem(data, op, wordOf) {
  if (isAbsent(data.server_seed)) return HIDDEN;
  const draws = data.draws.filter((draw) => draw.op === op);
  const key = draws.length ? await gameKey(data) : null;
  for (const draw of draws) {
    const word = await wordOf(key, draw);
    if (word) return { word, at: `${draw.draw_no} (${draw.label})` };
  }
  return null;
}

const typed = (text) => (text ?? "").trim().toLowerCase();

export async function verify(data, given = {}) {
  try {
    checkShape(data);
  } catch (error) {
    if (error instanceof Malformed) return [{ number: 0, problem: { word: "malformed", at: error.message } }];
    throw error;
  }
  const problems = await Promise.all([
    commitmentProblem(data, typed(given.commitment)),
    startProblem(data, typed(given.startDigest)),
    numberingProblem(data),
    drawProblem(data, "shuffle", shuffleWord),
    drawProblem(data, "below", belowWord),
  ]);
  return problems.map((problem, at) => ({ number: at + 1, problem }));
}
