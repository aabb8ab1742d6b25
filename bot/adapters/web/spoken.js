// A message's words: all of them, for whoever reads and for whoever listens.

import { el } from "./draw.js";

const ALOUD = 10; // lines kept for those who listen

// A message with all its words, and when its time ends by this clock.
export function timed(message) {
  return { ...message, said: said(message), ends: message.left === null ? null : Date.now() + message.left * 1000 };
}

// All its words, whether or not its table shows them as well.
export function said({ told, text, turns }) {
  return [told, text, turns].filter(Boolean).join("\n");
}

// What changed in place, for those who listen: the lines of the log are read out by themselves.
export function aloud(text) {
  if (!text) return;
  const place = document.getElementById("aloud");
  place.append(el("p", {}, text));
  while (place.children.length > ALOUD) place.firstChild.remove();
}
