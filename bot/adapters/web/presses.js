// What was pressed and is not answered yet. One control touched twice is pressed once; another, or
// the same one drawn anew since, waits for the answer and is pressed then, if it is still there.

import { control } from "./focus.js";

export class Presses {
  // ``send`` sends a frame: its number, 0 if it is too long; ``late`` is told that what waited is
  // not there any more.
  constructor(send, late) {
    this.send = send;
    this.late = late;
    this.sent = new Map(); // by number of the frame: the control that sent it
    this.waiting = new Map(); // by key: the pane in which the control stands
  }

  get any() {
    return this.sent.size > 0;
  }

  // False if it is too long to be sent.
  press(pressed, message, token, values) {
    const { key } = pressed.dataset;
    if (!this.any) {
      const n = this.send({ press: token, values, message });
      if (!n) return false;
      this.sent.set(n, pressed);
    } else if (![...this.sent.values()].includes(pressed)) {
      this.waiting.set(key, pressed.closest("section"));
    }
    this.mark();
    return true;
  }

  // The answer to a frame is there: the key of what was pressed for it, if anything was.
  answered(n) {
    const key = this.sent.get(n)?.dataset.key;
    this.sent.delete(n);
    this.mark();
    return key;
  }

  // Press what has waited longest. What it sends may be more by now than when it was touched.
  next() {
    const [first] = this.waiting;
    if (this.any || !first) return;
    const [key, pane] = first;
    this.waiting.delete(key);
    const found = control(key, pane);
    this.mark();
    if (found?.checkVisibility()) found.click();
    else this.late();
  }

  clear() {
    this.sent.clear();
    this.waiting.clear();
    this.mark();
  }

  mark() {
    const keys = new Set([...this.sent.values()].map((one) => one.dataset.key).concat(...this.waiting.keys()));
    for (const one of document.querySelectorAll("[data-key]")) one.ariaBusy = String(keys.has(one.dataset.key));
  }
}
