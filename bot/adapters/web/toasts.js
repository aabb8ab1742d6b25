// Words that go by themselves, the newest alone; and the room's address to hand on.

import { el, word } from "./draw.js";

const TOAST_MS = 4500;

const place = document.getElementById("toasts");

export function toast(text, wrong = false) {
  const made = el("p", { className: wrong ? "toast wrong" : "toast" }, ...[text].flat());
  made.onclick = () => made.remove();
  place.replaceChildren(made); // the newest alone: a pile would hide what it is about
  setTimeout(() => made.remove(), TOAST_MS);
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
    place.replaceChildren(box);
    field.select();
    field.onblur = () => box.remove();
  }
}
