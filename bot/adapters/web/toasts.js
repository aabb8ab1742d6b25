// Words that go by themselves, the newest alone; and the room's address to hand on.

import { el, word } from "./draw.js";

const TOAST_MS = 4500; // at least; a long sentence stays until it can have been read
const LETTER_MS = 90;

const place = document.getElementById("toasts");

export function toast(text, wrong = false) {
  const made = el("p", { className: wrong ? "toast wrong" : "toast" }, ...[text].flat());
  made.onclick = () => made.remove();
  put(made);
  setTimeout(() => made.remove(), Math.max(TOAST_MS, made.textContent.length * LETTER_MS));
}

// How much of what can be pressed, or is one's own, lies below these words.
function hidden(made) {
  const over = made.getBoundingClientRect();
  return [...document.querySelectorAll("main :is(button, a, input, .turn), #hands .message")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return top < over.bottom && bottom > over.top && left < over.right && right > over.left && one.checkVisibility();
  }).length;
}

// The newest alone: a pile would hide what it is about. Over the head of the page, or above one's
// own screen where less lies that can be pressed.
function put(made) {
  place.className = "";
  place.replaceChildren(made);
  const above = hidden(made);
  if (!above) return;
  place.className = "low";
  if (hidden(made) >= above) place.className = "";
}

export async function copyLink() {
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  try {
    await navigator.clipboard.writeText(location.href);
    toast(word(local ? "copied-local" : "copied"));
  } catch {
    // No clipboard without https: show the address, selected, to be copied by hand.
    const field = el("input", { value: location.href, readOnly: true, className: "address" });
    field.ariaLabel = word("copy-self");
    const box = el("p", { className: "toast" }, field, word("copy-self"));
    put(box);
    field.select();
    field.onblur = () => box.remove();
  }
}
