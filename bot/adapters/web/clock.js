// What stands in the head of a pane: whose turn it is, who is thinking, what the clock has left.

import { el, word } from "./draw.js";
import { shownTime } from "./times.js";

const SOON = 20; // seconds
const SAME = 2000; // milliseconds by which one deadline, told twice, may differ
const PAD = (number) => String(number).padStart(2, "0");

export function countdown(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const rest = PAD(seconds % 60);
  return hours ? `${hours}:${PAD(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function timeOfDay(ends) {
  return shownTime(ends, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
}

export class Head {
  // ``hurry`` is called once a deadline, when little is left of one's own turn.
  constructor(holder, hurry = () => {}) {
    this.holder = holder;
    this.hurry = hurry;
    this.warned = 0;
    this.shown = "";
    this.clock = el("span", { className: "clock" });
    this.clock.setAttribute("role", "timer");
  }

  // ``ends``: milliseconds of this browser's clock, or null.
  // ``turn``: one's own; ``ready``: something else waits for one's button.
  show({ turn = false, ready = false, thinking = "", ends = null }) {
    const key = JSON.stringify([turn, ready, thinking, ends]);
    if (key === this.shown) return;
    this.shown = key;
    clearInterval(this.ticking);
    this.ends = ends;
    this.turn = turn;
    const parts = [];
    if (turn || ready) {
      const words = word(turn ? "your-turn" : "for-you");
      parts.push(el("strong", { className: "turn" }, words));
    } else if (thinking) {
      parts.push(thought(thinking));
    }
    if (ends !== null) {
      parts.push(this.clock);
      const until = word("clock", { time: timeOfDay(ends) });
      this.clock.title = until;
      this.clock.ariaLabel = until;
      this.ticking = setInterval(() => this.tick(), 1000);
      this.tick();
    }
    this.holder.replaceChildren(...parts);
  }

  tick() {
    const left = Math.max(0, Math.round((this.ends - Date.now()) / 1000));
    this.clock.textContent = countdown(left);
    this.clock.classList.toggle("soon", left <= SOON);
    if (!left) clearInterval(this.ticking);
    if (this.turn && left && left <= SOON && Math.abs(this.ends - this.warned) > SAME) {
      this.warned = this.ends;
      this.hurry(left);
    }
  }
}

// A computer player at work: three dots that breathe, unless motion is unwanted.
function thought(words) {
  const dots = el("span", { className: "dots" }, el("i"), el("i"), el("i"));
  dots.ariaHidden = "true";
  return el("span", { className: "thinking" }, words, dots);
}
