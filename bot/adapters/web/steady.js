// While a finger is down nothing that comes in changes the page: what it is pressing would be another
// thing when it is lifted, and the press would be lost.

const LONGEST = 3000; // milliseconds after which a finger that is not lifted waits for nothing
const AFTER = 80; // and within which a touch becomes a press

let down = false;
let timer = 0;
const waiting = [];

function hold(milliseconds) {
  down = true;
  clearTimeout(timer);
  timer = setTimeout(lift, milliseconds);
}

function lift() {
  clearTimeout(timer);
  down = false;
  while (waiting.length && !down) waiting.shift()();
}

// Do it now, or as soon as no finger is down; in the order in which it was wanted.
export function whenLifted(task) {
  if (down || waiting.length) waiting.push(task);
  else task();
}

const on = (name, heard) => addEventListener(name, heard, { capture: true, passive: true });

on("pointerdown", (event) => event.button === 0 && hold(LONGEST));
on("pointerup", () => down && hold(AFTER));
on("pointercancel", lift);
on("blur", (event) => event.target === window && lift());
// What hears of the press does so before anything else happens.
on("click", () => down && hold(0));
// A blank presses a button when it is let go, as a finger does.
on("keydown", (event) => event.key === " " && !event.repeat && hold(LONGEST));
on("keyup", (event) => event.key === " " && down && hold(0));

// Where the hand is that somebody picks from, if it is in sight.
function handPlace() {
  const form = document.querySelector("#hands form.picker");
  const { top, bottom } = form?.querySelector(".cards").getBoundingClientRect() ?? {};
  return bottom > 0 && top < innerHeight ? { top, token: form.dataset.token } : null;
}

// Do ``change``; a hand that is picked from stays where it was, for the next touch is on its way: the
// page is rolled by as much as what stands above it has grown, or room is left where that is less and
// there is nothing to roll.
export function keepingHand(change) {
  const before = handPlace();
  change();
  const moved = () => (handPlace()?.token === before?.token ? handPlace().top - before.top : 0);
  if (!before || Math.abs(moved()) < 1) return;
  for (const one of [window, document.getElementById("screen")]) one.scrollBy({ top: moved(), behavior: "instant" });
  const rest = -moved();
  if (rest < 1) return;
  const room = document.querySelector("#hands form.picker .ideas");
  room.style.minHeight = `${room.offsetHeight + rest}px`;
}
