// A message's words: all of them, for whoever reads and for whoever listens.

import { el } from "./draw.js";

const ALOUD = 10; // lines kept for those who listen

// A message with all its words as ``said``, those that its table does not show as its text, and
// when its time ends by this clock.
export function timed(message) {
  const read = message.scene ? unshown(message) : {};
  return { ...message, ...read, said: message.text, ends: message.left === null ? null : Date.now() + message.left * 1000 };
}

// The words of a message without the lines that its scene shows, and the times in them.
function unshown({ text, times, told, turns }) {
  const shown = [told, turns].filter(Boolean).flatMap((words) => words.split("\n"));
  const left = { text: "", times: [] };
  let from = 0;
  for (const line of text.split("\n")) {
    const at = shown.indexOf(line);
    if (at >= 0) shown.splice(at, 1);
    else {
      if (left.text) left.text += "\n";
      const moved = left.text.length - from;
      const inside = times.filter(([start]) => start >= from && start < from + line.length);
      left.times.push(...inside.map(([start, ...rest]) => [start + moved, ...rest]));
      left.text += line;
    }
    from += line.length + 1;
  }
  return left;
}

// What changed in place, for those who listen: the lines of the log are read out by themselves.
export function aloud(text) {
  if (!text) return;
  const place = document.getElementById("aloud");
  place.append(el("p", {}, text));
  while (place.children.length > ALOUD) place.firstChild.remove();
}
