// Cards: those one looks at, and those one picks from.

import { el, word } from "./draw.js";
import { called, face, lying } from "./faces.js";
import { Validation } from "./validation.js";
import { keyed } from "./keyboard.js";
import { arranged, sorter } from "./order.js";
import { sweeping } from "./gestures.js";

const LINE = 9;
const TWO_LINES = 32;

function laid(tag, label, cards) {
  const made = el(tag, { className: "cards" }, ...cards);
  if (label) made.ariaLabel = label;
  // So few that none covers another stand in a line; more in two rows, and very many in three.
  const rows = cards.length > LINE ? (cards.length > TWO_LINES ? 3 : 2) : 1;
  const each = Math.ceil(cards.length / rows);
  made.style.setProperty("--before", Math.max(1, each - 1));
  made.classList.toggle("deep", rows > 1);
  cards.slice(each * (rows - 1)).forEach((card) => card.classList.add("front"));
  return made;
}

// A hand that is only looked at.
function hand(picker) {
  const groups = picker.groups.map((group) => {
    const cards = arranged(group.options).map((option) => lying(option));
    const title = el("p", { className: "legend" }, group.title);
    return el("div", {}, title, laid("ul", group.title, cards));
  });
  return el("div", { className: "picker" }, ...groups);
}

// What is picked so far lives in ``actions.drafts`` by the picker's token: the message may be drawn
// anew while someone is picking.
function draft(picker, actions) {
  const old = actions.drafts.get(picker.token) ?? [];
  const picks = picker.groups.map((group, at) => {
    const there = new Set(group.options.map((option) => option.value));
    return new Set([...(old[at] ?? [])].filter((value) => there.has(value)));
  });
  actions.drafts.set(picker.token, picks);
  return picks;
}

function counted(group, count) {
  const { least, most } = group; // what is between them says the group's title
  return word(least === most ? "picked" : "picked-range", { count, most });
}

// Why this cannot be sent yet; empty if it can.
function missing(picker, picks) {
  if (picker.equal && picks.some((set) => set.size !== picks[0].size)) return word("pick-equal");
  const at = picker.groups.findIndex((group, index) => picks[index].size < group.least);
  return at < 0 ? "" : word("pick-more", { least: picker.groups[at].least });
}

function choices(group, at, picker, picks, changed) {
  return arranged(group.options).map((option) => {
    const [kind, ...inside] = face(option);
    const key = `pick ${picker.token} ${at} ${option.value}`;
    const properties = { type: "button", className: `card ${kind}`, dataset: { key, face: option.face } };
    const made = el("button", properties, ...inside);
    made.ariaLabel = called(option);
    made.onclick = () => {
      const set = picks[at];
      if (set.delete(option.value)) return changed();
      if (group.most === 1) set.clear();
      if (set.size >= group.most) return changed(at);
      set.add(option.value);
      return changed();
    };
    return { made, value: option.value };
  });
}

// What one picker is while somebody picks: its groups of cards, what is picked of each, and what can
// be done with that.
class Hand {
  constructor(picker, message, actions) {
    this.picker = picker;
    this.message = message;
    this.actions = actions;
    this.picks = draft(picker, actions);
    this.why = "";
    const key = `send ${picker.token}`;
    this.submit = el("button", { type: "submit", className: picker.style, dataset: { key } }, picker.label);
    this.groups = picker.groups.map((group, at) => this.laid(group, at));
    this.cards = this.groups.flatMap(({ cards }, at) => cards.map((card) => ({ ...card, at })));
    this.ideas = new Validation(picker, message, actions, (values) => this.point(values), (why) => this.judge(why));
    const fields = this.groups.map(({ field }) => field);
    fields[0].firstChild.after(this.ideas.element);
    this.form = el("form", { className: "picker", dataset: { token: picker.token } }, ...fields);
    this.touches = []; // the cards touched last
    this.form.onclick = ({ target }) => (this.touches = [target.closest(".card"), this.touches[0]]);
    this.form.ondblclick = () => this.touched();
    this.form.onsubmit = (event) => this.send(event);
    keyed(this.form, this.cards.map(({ made }) => made), {
      isPicked: (at) => this.isPicked(at),
      pick: (at, wanted) => this.pick(at, wanted),
      play: () => this.play(),
      hint: () => this.hint?.(),
      clear: () => this.raise([]),
    });
    this.show();
  }

  // One group of cards: in a row that can be swept where more than one is picked.
  laid(group, at) {
    const output = el("output");
    const cards = choices(group, at, this.picker, this.picks, (full) => this.show(full));
    const sort = sorter(group.options.filter((option) => option.face).length);
    const legend = el("legend", { className: sort ? "long" : "" }, el("span", {}, group.title), output, sort);
    const buttons = cards.map(({ made }) => made);
    const row = laid("div", "", buttons);
    const before = () => this.groups.slice(0, at).reduce((sum, one) => sum + one.cards.length, 0);
    if (group.most > 1) {
      row.classList.add("swept");
      const isPicked = (index) => this.isPicked(before() + index);
      const pick = (index, wanted) => this.pick(before() + index, wanted);
      sweeping(row, buttons, isPicked, pick, () => this.play());
    }
    return { group, output, cards, field: el("fieldset", {}, legend, row) };
  }

  isPicked(index) {
    const { at, value } = this.cards[index];
    return this.picks[at].has(value);
  }

  pick(index, wanted) {
    const { at, value } = this.cards[index];
    const set = this.picks[at];
    if (!wanted) set.delete(value);
    else if (set.size < this.groups[at].group.most) set.add(value);
    this.show();
  }

  // Just these are picked.
  raise(values) {
    const wanted = new Set(values);
    this.groups.forEach(({ cards }, at) => {
      this.picks[at].clear();
      for (const { value } of cards) if (wanted.has(value)) this.picks[at].add(value);
    });
    this.show();
  }

  // Which cards a play is of that somebody looks at.
  point(values) {
    for (const { made, value } of this.cards ?? []) made.classList.toggle("meant", values.includes(value));
  }

  judge(why) {
    this.why = why;
    this.able();
  }

  // It stays where the keyboard finds it, and says what is missing when it is pressed.
  able() {
    this.submit.ariaDisabled = String(Boolean(missing(this.picker, this.picks) || this.why));
  }

  show(full = -1) {
    this.groups.forEach(({ group, output, cards }, at) => {
      const stop = at === full;
      output.textContent = stop ? word("pick-full", { most: group.most }) : counted(group, this.picks[at].size);
      output.classList.toggle("wrong", stop);
      for (const { made, value } of cards) made.ariaPressed = String(this.picks[at].has(value));
    });
    this.able();
    this.ideas.look(this.values(), !missing(this.picker, this.picks));
  }

  // In the order of the message, group by group, however the hand lies.
  values() {
    return this.groups.flatMap(({ group }, at) =>
      group.options.map(({ value }) => value).filter((value) => this.picks[at].has(value)),
    );
  }

  play() {
    this.form.requestSubmit();
  }

  // Touched twice, what is picked is played: with the card that was touched. Two cards one after the
  // other may be quick too, and are only picked.
  touched() {
    const [last, before] = this.touches;
    const index = this.cards.findIndex(({ made }) => made === last && last === before);
    if (index < 0 || this.groups[this.cards[index].at].group.most === 1) return;
    this.pick(index, true);
    this.play();
  }

  send(event) {
    event.preventDefault();
    const why = missing(this.picker, this.picks);
    if (why) return this.actions.tell(why);
    return this.actions.press(this.submit, this.message.id, this.picker.token, this.values());
  }
}

// All pickers of a message, those without a token as a hand to look at.
export function pickers(message, actions) {
  const hands = message.pickers.filter((one) => !one.token).map(hand);
  const picked = message.pickers.filter((one) => one.token).map((one) => new Hand(one, message, actions));
  return { hands, picked };
}
