// What was said just now, at the seat of whoever said it, for a few seconds. It is a picture of what
// stands in the talk: it takes no room, cannot be pressed, and ends where its seat ends.

import { el } from "./draw.js";

const LASTS = 6000; // milliseconds

export class Bubbles {
  constructor() {
    this.shown = new Map(); // by seat: { element, timer }
    this.board = document.getElementById("pinned");
    // The table is drawn anew while a bubble stands there.
    new MutationObserver(() => this.place()).observe(this.board, { childList: true, subtree: true });
  }

  show(seat, words) {
    if (seat < 0) return;
    this.drop(seat);
    const element = el("span", { className: "bubble" }, el("bdi", {}, words));
    element.ariaHidden = "true";
    this.shown.set(seat, { element, timer: setTimeout(() => this.drop(seat), LASTS) });
    this.place();
  }

  clear() {
    for (const seat of [...this.shown.keys()]) this.drop(seat);
  }

  drop(seat) {
    const { element, timer } = this.shown.get(seat) ?? {};
    clearTimeout(timer);
    element?.remove();
    this.shown.delete(seat);
  }

  place() {
    for (const [seat, { element }] of this.shown) {
      const there = this.board.querySelector(`.seat[data-seat="${seat}"]`);
      if (there && element.parentElement !== there) there.append(element);
    }
  }
}
