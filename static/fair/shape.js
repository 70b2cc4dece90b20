// The shape of an export, so that the checks can rely on it: what is missing, malformed or told too early is refused.

import { WORDS } from "./encode.js";

const ASCII = /^[\x20-\x7e]+$/;
const DIGEST = /^[0-9a-f]{64}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const STATUS = /^(open|running|finished|aborted)$/;
const KIND = /^(table|shared)$/;
const ACTOR = /^(person|bot|clock|referee|chance|staff)$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const ENDING = { finished: /^(played|staff)$/, aborted: /^(played|left|expired|agreed|staff)$/ };
const CLIENT_SEED = /^([0-9a-f]{2}){0,64}$/;
const MOST = 2 ** 31 - 1;
const VERSIONS = { "card-city-fair/1": 1, "card-city-fair/2": 2 };

export class Malformed extends Error {}

function need(fits, place) {
  if (!fits) throw new Malformed(place);
}

const isText = (value, pattern = ASCII) => typeof value === "string" && pattern.test(value);
const isWhole = (value, low, high) => Number.isInteger(value) && low <= value && value <= high;
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isCards = (value) => Array.isArray(value) && value.every((item) => isText(item));

export const isAbsent = (value) => value === null || value === undefined;
export const isOver = (data) => data.status === "finished" || data.status === "aborted";
export const versionOf = (data) => VERSIONS[data.format];

function isSeat(seat, started) {
  if (!isObject(seat) || !["human", "bot"].includes(seat.kind)) return false;
  return !started || (isText(seat.client_seed_hex, CLIENT_SEED) && (seat.kind === "human" || !seat.client_seed_hex));
}

function isDraw(draw) {
  if (!isObject(draw) || !isWhole(draw.draw_no, 0, WORDS - 1) || !isText(draw.label)) return false;
  if (draw.op === "shuffle") return isCards(draw.input) && isCards(draw.output);
  return draw.op === "below" && isWhole(draw.n, 1, WORDS) && isWhole(draw.output, 0, draw.n - 1);
}

function isEntry(entry) {
  if (!isObject(entry) || !isWhole(entry.ply, 1, MOST) || !isWhole(entry.seat, -1, 255)) return false;
  const said = isText(entry.actor, ACTOR) && isText(entry.notation) && isText(entry.at, MOMENT);
  return said && typeof entry.veiled === "boolean";
}

function isScore(score, finished) {
  if (!isObject(score)) return false;
  if (!finished) return score.points === null && score.place === null;
  return isWhole(score.points, -MOST, MOST) && isWhole(score.place, 1, 255);
}

function needEach(name, values, fits) {
  need(Array.isArray(values), name);
  values.forEach((value, at) => need(fits(value), `${name}[${at}]`));
}

function checkHead(data) {
  const isNew = versionOf(data) > 1;
  const head = { game_id: UUID, ruleset_id: ASCII, ruleset_digest: DIGEST, status: STATUS, commitment: DIGEST };
  Object.assign(head, isNew ? { deal_id: UUID, kind: KIND } : {});
  for (const [name, pattern] of Object.entries(head)) need(isText(data[name], pattern), name);
  for (const name of ["start_digest", "server_seed", "draws_digest", ...(isNew ? ["head"] : [])]) {
    need(isAbsent(data[name]) || isText(data[name], DIGEST), name);
  }
}

function checkLists(data, started) {
  need(isOver(data) || isAbsent(data.server_seed), "server_seed");
  const draws = isOver(data) || !isAbsent(data.draws) ? data.draws : [];
  need(Array.isArray(draws) && (started || !draws.length) && (isOver(data) || !draws.length), "draws");
  needEach("draws", draws, isDraw);
}

// Version 2: by its status a game must tell each field, or must not.
function checkRequired(data, started) {
  need(data.status === "aborted" || started === (data.status !== "open"), "start_digest");
  need(isAbsent(data.server_seed) !== isOver(data), "server_seed");
  need(isAbsent(data.head) !== started, "head");
  need(isWhole(data.plies, 0, started ? MOST : 0), "plies");
  need(data.kind === "table" || !started || data.seats.every((seat) => !seat.client_seed_hex), "seats");
  if (!isOver(data) || !started) {
    for (const name of ["draws", "draws_digest", "log", "result"]) need(isAbsent(data[name]), name);
    return;
  }
  need(!isAbsent(data.draws_digest), "draws_digest");
  needEach("draws", data.draws, isDraw);
  needEach("log", data.log, isEntry);
  need(isObject(data.result) && isText(data.result.ending, ENDING[data.status]), "result");
  needEach("result", data.result.seats, (score) => isScore(score, data.status === "finished"));
  need(data.result.seats.length === data.seats.length, "result");
}

export function checkShape(data) {
  need(isObject(data) && typeof data.format === "string" && Object.hasOwn(VERSIONS, data.format), "format");
  checkHead(data);
  const started = !isAbsent(data.start_digest);
  needEach("seats", data.seats, (seat) => isSeat(seat, started));
  (versionOf(data) > 1 ? checkRequired : checkLists)(data, started);
}
