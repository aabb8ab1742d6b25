// The faces of cards and tiles: what is drawn on them, and what they are called.

import { figure } from "./figures.js";
import { el, word } from "./draw.js";

const SUITS = { S: "spade", H: "heart", C: "club", D: "diamond" };
export const FACE = /^([SHCD])(10|[2-9JQKA])$/;
const TILE = /^T[1-9W]$/;
const COURT = ["J", "Q", "K"];
const LETTERS = /[a-z]/; // what is written with letters is too long for the corner of a card
const JOKERS = { BJ: "big", LJ: "small" };

// What a card is called when it is read aloud.
export function called({ face, label, marked = false }) {
  const suited = FACE.exec(face);
  const name = suited ? word("card", { suit: word(SUITS[suited[1]]), rank: suited[2] }) : label;
  return marked ? word("card-marked", { card: name }) : name;
}

const made = new Map(); // what was drawn once is copied: of a whole hand that takes half as long
const MOST = 400;

// A card's class and what is drawn on it: a face, or the label of what is no card.
export function face(card) {
  const key = `${card.face} ${card.marked} ${card.label}`;
  if (made.size > MOST) made.clear();
  if (!made.has(key)) made.set(key, drawnFace(card));
  const [kind, ...inside] = made.get(key);
  return [kind, ...inside.map((one) => one.cloneNode(true))];
}

function drawnFace({ face: code, label, marked = false }) {
  const more = marked ? " marked" : "";
  const suited = FACE.exec(code);
  if (suited) {
    const [, suit, rank] = suited;
    const index = el("b", { className: rank === "10" ? "ten" : "" }, rank);
    const corner = el("span", { className: "corner" }, index, el("i", {}, figure(suit)));
    const court = COURT.includes(rank);
    const pip = el("span", { className: court ? "pip court" : "pip" }, figure(court ? rank : suit));
    return [`${SUITS[suit]}${more}`, corner, pip];
  }
  if (code in JOKERS) {
    const corner = el("span", { className: "corner joker" }, LETTERS.test(label) ? "★" : label);
    return [`${JOKERS[code]}${more}`, corner, el("span", { className: "pip fool" }, figure(code))];
  }
  if (TILE.test(code) && LETTERS.test(label)) {
    const both = [el("span", { className: "long" }, label), el("span", { className: "short" }, code[1])];
    return [`dots${more}`, el("span", { className: "tile-label" }, ...both), el("span", { className: "pip" }, figure(code))];
  }
  const words = el("span", { className: "tile-label" }, label);
  if (!TILE.test(code)) return [`${code ? "tile" : "plain"}${more}`, words];
  return [`dots${more}`, words, el("span", { className: "pip" }, figure(code))];
}

// The back of a card, and the place for one.
export function blank(kind) {
  const inside = kind === "back" ? el("span", { className: "drawn" }, figure("back")) : null;
  const made = el("li", { className: `card ${kind}` }, inside);
  made.ariaHidden = "true";
  return made;
}

// A card that lies on the table: its name for those who listen, its face for those who look.
export function lying(card, more = "") {
  const [kind, ...inside] = face(card);
  const drawn = el("span", { className: "drawn" }, ...inside);
  drawn.ariaHidden = "true";
  const name = el("span", { className: "unseen" }, called(card));
  return el("li", { className: `card ${kind} ${more}`, dataset: { face: card.face } }, name, drawn);
}
