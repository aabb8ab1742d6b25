// Where the keyboard is must not change because something is drawn anew: it stays in its pane, on
// what it was on, on its like, or on the pane itself.

const ABLE = "a[href], button, input, select, summary, textarea, [tabindex]";

let place = null; // the pane in which the keyboard was put last, unless a finger went elsewhere

addEventListener("focusin", (event) => (place = event.target.closest("section")));
addEventListener("pointerdown", () => (place = null), { capture: true, passive: true });

// The control of this key, in the same pane if it is there.
export function control(key, pane) {
  const all = [...document.querySelectorAll("[data-key]")].filter((one) => one.dataset.key === key);
  return all.find((one) => pane?.contains(one)) ?? all[0] ?? null;
}

// What is hidden still has the keyboard at first: the browser takes it away later.
function holds(one) {
  return Boolean(one?.isConnected && one.matches(ABLE) && one.checkVisibility());
}

// Put the keyboard there; false if it cannot be there.
export function put(one) {
  if (holds(one)) one.focus({ preventScroll: true });
  return holds(one) && document.activeElement === one;
}

// Do ``change`` and put the keyboard back.
export function keepingFocus(change) {
  const before = document.activeElement;
  const pane = before?.closest("section") ?? place;
  change();
  const now = document.activeElement;
  if (!pane || (now !== before && now !== document.body)) return; // or put elsewhere on purpose
  if (now !== document.body && holds(now)) return;
  const like = before?.dataset.key && control(before.dataset.key, pane);
  if (!put(before) && !put(like)) put(pane);
}
