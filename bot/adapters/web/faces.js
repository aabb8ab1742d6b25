// The faces of cards and tiles: what is drawn on them, and what they are called.

import { el, word } from "./draw.js";

const SUITS = { S: ["♠", "spade"], H: ["♥", "heart"], C: ["♣", "club"], D: ["♦", "diamond"] };
const FACE = /^([SHCD])(10|[2-9JQKA])$/;
const JOKERS = { BJ: "big", LJ: "small" };

// What a card is called when it is read aloud.
export function called({ face, label, marked = false }) {
  const suited = FACE.exec(face);
  const name = suited ? word("card", { suit: word(SUITS[suited[1]][1]), rank: suited[2] }) : label;
  return marked ? word("card-marked", { card: name }) : name;
}

// A card's class and what is drawn on it: a face, or the label of what is no card.
export function face({ face: code, label, marked = false }) {
  const more = marked ? " marked" : "";
  const suited = FACE.exec(code);
  if (suited) {
    const [sign, name] = SUITS[suited[1]];
    const rank = el("b", { className: suited[2] === "10" ? "ten" : "" }, suited[2]);
    const corner = el("span", { className: "corner" }, rank, el("i", {}, sign));
    return [`${name}${more}`, corner, el("span", { className: "pip" }, sign)];
  }
  if (code in JOKERS) {
    const corner = el("span", { className: "corner joker" }, label);
    return [`${JOKERS[code]}${more}`, corner, el("span", { className: "pip" }, "★")];
  }
  return [`${code ? "tile" : "plain"}${more}`, el("span", { className: "tile-label" }, label)];
}

// A card that lies on the table: its name for those who listen, its face for those who look.
export function lying(card, more = "") {
  const [kind, ...inside] = face(card);
  const drawn = el("span", { className: "drawn" }, ...inside);
  drawn.ariaHidden = "true";
  const name = el("span", { className: "unseen" }, called(card));
  return el("li", { className: `card ${kind} ${more}` }, name, drawn);
}
