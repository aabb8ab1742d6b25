// Motion that explains what has changed: cards come from whoever played or dealt them, tricks go to
// whoever took them, points that changed are seen to. It begins where the page was drawn anew, ends
// within ``LONG``, and is over at once when the player goes on or the next change comes.

const LONG = 240; // milliseconds from the first card to the last
const ONE = 170; // of which each card takes so many
const EASE = "cubic-bezier(0.2, 0.8, 0.3, 1)";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const running = new Set();

function unwanted() {
  return document.hidden || calm.matches || document.documentElement.dataset.motion === "off";
}

// All that moves stands where it belongs.
export function settle() {
  for (const animation of [...running]) animation.finish();
}

for (const event of ["keydown", "wheel", "resize"]) addEventListener(event, settle, { passive: true, capture: true });

const NEAR = 10; // pixels within which a finger has not moved
const TOUCH = 100; // milliseconds within which a touch becomes a press

// The press that follows is of this, though it stands elsewhere now.
function pressesOnItsWay(pressed, { clientX, clientY }) {
  const heard = (event) => {
    removeEventListener("click", heard, true);
    const far = Math.max(Math.abs(event.clientX - clientX), Math.abs(event.clientY - clientY)) > NEAR;
    if (far || pressed.contains(event.target)) return;
    event.stopPropagation();
    event.preventDefault();
    pressed.click();
  };
  addEventListener("click", heard, true);
  addEventListener("pointerup", () => setTimeout(() => removeEventListener("click", heard, true), TOUCH), { once: true });
}

addEventListener("pointerdown", (event) => {
  const pressed = event.target.closest("button, a, summary");
  const moves = pressed && [...running].some(({ effect }) => effect.target.contains(pressed));
  settle();
  if (moves) pressesOnItsWay(pressed, event);
}, { passive: true, capture: true });

function move(element, frames, timing) {
  const animation = element.animate(frames, { duration: ONE, easing: EASE, fill: "backwards", ...timing });
  running.add(animation);
  const over = () => running.delete(animation);
  animation.onfinish = animation.oncancel = over;
  return animation;
}

const middleOf = (box) => [box.left + box.width / 2, box.top + box.height / 2];

// Cards fly from a box to where they lie, one a little after the other.
function fly(cards, from) {
  const [x, y] = middleOf(from);
  const step = cards.length > 1 ? (LONG - ONE) / (cards.length - 1) : 0;
  // Where they lie is read before any of them moves: each move would have all laid out anew.
  const ends = cards.map((card) => middleOf(card.getBoundingClientRect()));
  cards.forEach((card, at) => {
    const [endX, endY] = ends[at];
    const start = { transform: `translate(${x - endX}px, ${y - endY}px) scale(0.8)`, opacity: 0.4 };
    move(card, [start, { opacity: 1 }], { delay: at * step });
  });
}

const named = (card) => card.dataset.face ?? "";
const told = (cards) => cards.map(named).join(" ");

// What is on the table now, as far as its change is worth showing.
export function look() {
  const scene = document.querySelector("#pinned .scene");
  const seats = new Map();
  for (const seat of scene?.querySelectorAll(".seat[data-seat]") ?? []) {
    const points = seat.querySelector(".points");
    seats.set(seat.dataset.seat, { element: seat, box: seat.getBoundingClientRect(), points: points?.textContent });
  }
  const beat = scene?.querySelector(".beat") ?? null;
  const laid = beat ? [...beat.querySelectorAll(".fan > .card")] : [];
  const hand = [...document.querySelectorAll("#hands .cards > .card")];
  return {
    scene,
    seats,
    beat,
    laid,
    by: beat?.dataset.seat,
    mine: scene?.querySelector(".seat.mine")?.dataset.seat,
    play: beat ? `${beat.dataset.seat}: ${told(laid)}` : "",
    beatBox: beat?.getBoundingClientRect(),
    hand,
    held: hand.map(named),
    handBox: hand[0]?.parentElement.getBoundingClientRect(),
    shown: [...(scene?.querySelectorAll(".line .fan > .card") ?? [])],
  };
}

// The trick goes to whoever took it: a likeness of it, which is in nobody's way.
function taken(before, after) {
  const to = after.seats.get(before.by)?.box;
  if (!to || !before.beatBox?.width) return;
  const likeness = before.beat.cloneNode(true);
  likeness.classList.add("leaving");
  likeness.ariaHidden = "true";
  for (const one of likeness.querySelectorAll("[id], [data-key]")) one.removeAttribute("data-key");
  const { left, top, width } = before.beatBox;
  Object.assign(likeness.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  after.scene.append(likeness);
  const [fromX, fromY] = middleOf(before.beatBox);
  const [x, y] = middleOf(to);
  const end = { transform: `translate(${x - fromX}px, ${y - fromY}px) scale(0.3)`, opacity: 0 };
  const animation = move(likeness, [{ opacity: 1 }, end], { duration: LONG });
  animation.onfinish = animation.oncancel = () => {
    running.delete(animation);
    likeness.remove();
  };
}

// How the hand came to be as it is: dealt anew, or with cards that were taken up.
function handed(before, after) {
  const had = [...before.held];
  const fresh = after.hand.filter((card) => {
    const at = had.indexOf(named(card));
    if (at >= 0) had.splice(at, 1);
    return at < 0;
  });
  const table = after.scene?.getBoundingClientRect();
  if (!fresh.length || !table || fresh.length < after.hand.length - before.hand.length) return "";
  fly(fresh, table);
  return fresh.length === after.hand.length ? "deal" : "take";
}

// Show what led from one to the other; the names of what happened, for the ears.
export function explain(before, after) {
  settle();
  const heard = [];
  if (!before.scene || !after.scene) return heard;
  const still = unwanted();
  const from = after.by === after.mine ? (before.handBox ?? after.handBox) : after.seats.get(after.by)?.box;
  if (after.play && after.play !== before.play) {
    heard.push("play");
    if (!still && from) fly(after.laid, from);
  } else if (before.play && !after.play) {
    heard.push("take");
    if (!still && !after.shown.length) taken(before, after);
  }
  if (!still && after.hand.length && after.hand !== before.hand) {
    const how = handed(before, after);
    if (how) heard.push(how);
  }
  if (after.shown.length && !before.shown.length) {
    heard.push("settle");
    if (!still) fly(after.shown, after.scene.getBoundingClientRect());
  }
  for (const [seat, { element, points }] of after.seats) {
    const old = before.seats.get(seat)?.points;
    if (old === undefined || old === points) continue;
    heard.push("paid");
    const shown = element.querySelector(".points");
    if (!still && shown) move(shown, [{ transform: "scale(1.9)", color: "var(--gold-text)" }, { transform: "none" }], { duration: LONG });
  }
  return heard;
}
