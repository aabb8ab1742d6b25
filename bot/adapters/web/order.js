// In which order a hand lies: as it comes, by suits, or by how many there are of a rank.

import { el, word } from "./draw.js";
import { FACE } from "./faces.js";
import { remember } from "./looks.js";

const LONG = 8; // cards from which on a hand is worth sorting
const ORDERS = ["rank", "suit", "shape"];
const SUITS = "SHCD";

function now() {
  return document.documentElement.dataset.order ?? ORDERS[0];
}

// What has no suit stands first.
function suitOf({ face }) {
  return FACE.test(face) ? SUITS.indexOf(face[0]) : -1;
}

function rankOf({ face }) {
  return FACE.exec(face)?.[2] ?? "";
}

// The cards in the order that is wanted; within a suit, or among equally many, in that given.
export function arranged(cards) {
  const order = now();
  if (order === "suit") return [...cards].sort((one, other) => suitOf(one) - suitOf(other));
  if (order !== "shape") return cards;
  const count = new Map();
  for (const card of cards) count.set(rankOf(card), (count.get(rankOf(card)) ?? 0) + 1);
  return [...cards].sort((one, other) => count.get(rankOf(other)) - count.get(rankOf(one)) || place(cards, one) - place(cards, other));
}

// Where the first of a card's rank lies: so that those of a rank stay together.
function place(cards, card) {
  return cards.findIndex((one) => rankOf(one) === rankOf(card));
}

// The button above a hand that lays it out in the next order; null where there is nothing to sort.
export function sorter(count) {
  if (count < LONG) return null;
  const made = el("button", { type: "button", className: "quiet sort", dataset: { key: "sort" } }, word("sort"));
  made.ariaLabel = made.title = `${word("sort")}: ${word(`order-${now()}`)}`;
  made.onclick = () => {
    const order = ORDERS[(ORDERS.indexOf(now()) + 1) % ORDERS.length];
    remember("order", order);
    for (const input of document.querySelectorAll("#looks [name=order]")) input.checked = input.value === order;
    dispatchEvent(new CustomEvent("looks", { detail: { order } }));
  };
  return made;
}
