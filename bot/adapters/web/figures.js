// The figures of cards: drawn by the same description as the pictures (cards.svg), put into the page
// once, and used from there.

const SVG = "http://www.w3.org/2000/svg";

async function load() {
  const answer = await fetch("/static/cards.svg");
  const sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sheet.setAttribute("class", "figures");
  sheet.setAttribute("aria-hidden", "true");
  document.body.append(document.importNode(sheet, true));
}

// Without them the words on the cards still say which they are.
load().catch(() => {});

// A figure by its name: a suit's letter, J, Q, K, a joker, a tile, or "back".
export function figure(name) {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("class", `figure ${name}`);
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#card-${name}`);
  made.append(use);
  return made;
}
