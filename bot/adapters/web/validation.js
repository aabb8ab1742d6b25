// What the rules say of cards that are picked, before they are sent: why they cannot be played as
// they are, and what they may become with others. The server knows; it is asked once a pause.

import { el, word } from "./draw.js";
import { FACE } from "./faces.js";
import { keepingFocus } from "./focus.js";
import { keepingHand } from "./steady.js";

const PAUSE = 90; // milliseconds without a change before it is asked
const SUIT = { S: "spade", H: "heart", C: "club", D: "diamond" };
const SIGN = { S: "♠", H: "♥", C: "♣", D: "♦" };

// A card in a row of them, as short as it can be read.
function short({ face, label }) {
  const suited = FACE.exec(face);
  if (!suited) return el("span", { className: "plain" }, label);
  return el("span", { className: SUIT[suited[1]] }, suited[2], el("i", {}, SIGN[suited[1]]));
}

// A play that is offered, by the cards it is of; its words are for those who listen.
function offer(play, options, message, actions, meant) {
  const cards = options.filter(({ value }) => play.picks.includes(value));
  const made = el("button", { type: "button", className: "idea", dataset: { key: `press ${play.token}` } }, ...cards.map(short));
  made.ariaLabel = play.label;
  made.onclick = () => actions.press(made, message.id, play.token, []);
  made.onpointerenter = made.onfocus = () => meant(play.picks);
  made.onpointerleave = made.onblur = () => meant([]);
  return made;
}

export class Validation {
  // ``meant`` shows which cards a play is of; ``judged`` is told why the pick would be refused, or "".
  constructor(picker, message, actions, meant, judged) {
    this.token = picker.token;
    this.options = picker.groups.flatMap(({ options }) => options);
    this.message = message;
    this.actions = actions;
    this.meant = meant;
    this.judged = judged;
    this.why = el("p", { className: "why" });
    this.why.setAttribute("role", "status");
    this.row = el("div", { className: "plays" });
    this.row.setAttribute("role", "group");
    this.row.ariaLabel = word("ideas");
    this.element = el("div", { className: "ideas" }, this.why, this.row);
    this.asked = "";
    this.show("", []);
  }

  // ``whole``: as many are picked as are wanted at least; of fewer the page says itself what is missing.
  look(values, whole) {
    const key = whole ? values.join(" ") : "";
    if (key === this.asked) return;
    this.asked = key;
    clearTimeout(this.timer);
    this.judged(""); // what was said of another pick is not true of this one
    if (!key || !this.options.some(({ face }) => face)) return this.show("", []);
    this.timer = setTimeout(() => {
      this.actions.weigh(this.message.id, this.token, values, ({ why = "", plays = [] }) => {
        if (this.asked === key) this.show(why, plays);
      });
    }, PAUSE);
  }

  show(why, plays) {
    this.meant([]);
    this.judged(why);
    const offers = plays.map((play) => offer(play, this.options, this.message, this.actions, this.meant));
    keepingHand(() => {
      if (this.why.textContent !== why) this.why.textContent = why;
      keepingFocus(() => this.row.replaceChildren(...offers));
      this.element.style.minHeight = "";
      // What is said aloud must stand on the page before it says anything: it is never hidden.
      this.element.classList.toggle("open", Boolean(why || plays.length));
    });
  }
}
