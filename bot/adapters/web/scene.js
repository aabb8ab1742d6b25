// A table as it is seen from one's own seat: the others around in the order of play, what lies
// between them in the middle, oneself below.

import { chip, drawnBlock, facts, play, points } from "./blocks.js";
import { chart } from "./chart.js";
import { el, word } from "./draw.js";

const RING = 9; // others who sit around; more stand in a list
const WIDE = 14; // cards in a row across the table
const NARROW = 5; // cards in a row at a seat

function seatOf(row, played, me) {
  const held = row.cards === null ? null : el("span", { className: "held" }, String(row.cards));
  held?.setAttribute("role", "img");
  if (held) held.ariaLabel = row.held;
  const own = row.seat === me ? chip(word("own-seat"), "gold") : null;
  const marks = [own, chip(row.team, "dark"), ...row.marks.map((mark) => chip(mark))];
  const state = `${row.asked ? " asked" : ""}${row.won ? " won" : ""}${row.dim ? " faded" : ""}`;
  const head = el(
    "div",
    { className: "person" },
    el("b", { className: "name" }, row.name),
    el("span", { className: "stand" }, held, points(row.score, row.ahead), ...marks),
  );
  const last = played ? el("div", { className: "last" }, ...play(played, NARROW)) : null;
  const made = el("div", { className: `seat${state}`, dataset: { seat: row.seat } }, head, last);
  if (row.asked) made.ariaCurrent = "true";
  return made;
}

// Where the ``at``-th of ``count`` others sits, the next to play at one's right: [row, column].
function placeOf(at, count) {
  const side = Math.floor(count / 2);
  if (count === 1) return [1, 2];
  if (at < side) return [side - at, 3];
  if (count % 2 && at === side) return [1, 2];
  return [at - side - (count % 2) + 1, 1];
}

function middleOf(trick) {
  if (trick.beat < 0) return [];
  const best = trick.plays[trick.beat];
  const who = el("p", { className: "who" }, el("b", {}, best.name));
  return [el("div", { className: "beat", dataset: { seat: best.seat } }, who, ...play(best, WIDE))];
}

function ring(seats, trick) {
  const { rows, me } = seats;
  const own = rows.findIndex((row) => row.seat === me);
  const others = own < 0 ? rows : [...rows.slice(own + 1), ...rows.slice(0, own)];
  const plays = trick && !trick.settled ? trick.plays : [];
  const lastOf = (seat) => {
    const at = plays.findLastIndex((one) => one.seat === seat);
    return at < 0 || at === trick.beat ? null : plays[at];
  };
  const seated = others.map((row, at) => {
    const made = seatOf(row, lastOf(row.seat), me);
    const place = others.length > RING ? ["auto", "auto"] : placeOf(at, others.length);
    [made.style.gridRow, made.style.gridColumn] = place.map(String);
    return made;
  });
  const free = Array.from({ length: seats.free }, () =>
    el("div", { className: "seat free" }, el("span", {}, seats.vacant)));
  const middle = plays.length ? middleOf(trick) : [];
  const between = others.length > 3 && others.length <= RING;
  const center = middle.length ? el("div", { className: "middle" }, ...middle) : null;
  const mine = own < 0 ? null : seatOf(rows[own], lastOf(me), me);
  mine?.classList.add("mine");
  // A class, and no selector that counts: chromium would look at every seat anew at each change.
  const kinds = { crowd: others.length > RING || seats.free, between, dense: others.length > 3, packed: others.length + seats.free > 8 };
  const kind = ["ring", ...Object.keys(kinds).filter((one) => kinds[one])].join(" ");
  const around = el("div", { className: kind }, ...seated, ...free, ...(between ? [center] : []).filter(Boolean));
  return [around, between ? null : center, mine];
}

// What lies on the table, between the others and me; words and sums stand below.
function lies(block) {
  return ["cards", "row", "grid", "trick"].includes(block.kind);
}

// Whether a board of the scene has just these places.
export function hasCells(scene, cells) {
  return scene.blocks.some((one) =>
    one.kind === "grid" && one.columns === cells?.columns && one.cells.length === cells.items.length);
}

// The whole of it as an element. ``cells``: what can be chosen on its board (draw.js), or null.
export function drawnScene(scene, cells = null) {
  const seats = scene.blocks.find((one) => one.kind === "seats");
  const trick = scene.blocks.find((one) => one.kind === "trick");
  const strip = scene.blocks.filter((one) => one.kind === "facts");
  // What is still out is looked at before a play, as one's own hand is: it stands at the head.
  const counters = scene.blocks.filter((one) => one.kind === "tally");
  const around = seats && trick && !trick.settled;
  const rest = scene.blocks.filter(
    (one) => one !== seats && !strip.includes(one) && !counters.includes(one) && !(around && one === trick),
  );
  // A settlement names everybody with what they have: their places would say it once more.
  const listed = trick?.settled && seats?.rows.every(({ seat }) => trick.plays.some((one) => one.seat === seat));
  if (listed) for (const one of trick.plays) one.row = seats.rows.find(({ seat }) => seat === one.seat);
  const [circle, middle, mine] = seats && !listed ? ring(seats, trick) : [null, null, null];
  // That it is mine alone says the frame around my seat, and the head of my hand.
  const asked = seats?.rows.filter((row) => row.asked) ?? [];
  const mineAlone = asked.length === 1 && asked[0].seat === seats.me;
  // Where all are asked their frames say so to those who look.
  const everybody = asked.length > 1 && asked.length === seats.rows.length;
  const turn = scene.turn && !mineAlone ? el("strong", { className: everybody ? "unseen" : "" }, scene.turn) : null;
  return el(
    "div",
    { className: "scene" },
    el("p", { className: "title" }, el("span", {}, scene.title), turn),
    ...strip.map(facts),
    ...counters.map((block) => drawnBlock(block)),
    circle,
    middle,
    ...rest.filter(lies).map((block) => drawnBlock(block, cells)),
    mine,
    ...rest.filter((block) => !lies(block)).map((block) => drawnBlock(block, cells)),
    chart(scene.course, scene.who ?? [], seats?.me ?? null),
  );
}
