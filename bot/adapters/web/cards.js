// Cards: those one looks at, and those one picks from.

import { el, word } from "./draw.js";
import { arranged, called, face, lying } from "./faces.js";
import { sweeping } from "./sweep.js";

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

// What is picked so far lives in ``desk.drafts`` by the picker's token: the message may be drawn
// anew while someone is picking.
function draft(picker, desk) {
  const old = desk.drafts.get(picker.token) ?? [];
  const picks = picker.groups.map((group, at) => {
    const there = new Set(group.options.map((option) => option.value));
    return new Set([...(old[at] ?? [])].filter((value) => there.has(value)));
  });
  desk.drafts.set(picker.token, picks);
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
    const properties = { type: "button", className: `card ${kind}`, dataset: { key } };
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

// Several are picked at one sweep, as many as may be.
function sweepable(row, cards, set, most, changed) {
  const pick = (at, wanted) => {
    if (!wanted) set.delete(cards[at].value);
    else if (set.size < most) set.add(cards[at].value);
    changed();
  };
  const isPicked = (at) => set.has(cards[at].value);
  sweeping(row, cards.map(({ made }) => made), isPicked, pick);
}

function pickerForm(picker, message, desk) {
  const picks = draft(picker, desk);
  const key = `send ${picker.token}`;
  const submit = el("button", { type: "submit", className: "primary", dataset: { key } }, picker.label);
  const groups = picker.groups.map((group, at) => {
    const output = el("output");
    const cards = choices(group, at, picker, picks, (full) => show(full));
    const legend = el("legend", {}, el("span", {}, group.title), output);
    const row = laid("div", "", cards.map(({ made }) => made));
    if (group.most > 1) sweepable(row, cards, picks[at], group.most, () => show());
    const field = el("fieldset", {}, legend, row);
    return { group, output, cards, field };
  });
  const show = (full = -1) => {
    groups.forEach(({ group, output, cards }, at) => {
      const stop = at === full;
      output.textContent = stop ? word("pick-full", { most: group.most }) : counted(group, picks[at].size);
      output.classList.toggle("wrong", stop);
      for (const { made, value } of cards) made.ariaPressed = String(picks[at].has(value));
    });
    // It stays where the keyboard finds it, and says what is missing when it is pressed.
    submit.ariaDisabled = String(Boolean(missing(picker, picks)));
  };
  show();
  const raise = (values) => {
    const wanted = new Set(values);
    groups.forEach(({ cards }, at) => {
      picks[at].clear();
      for (const { value } of cards) if (wanted.has(value)) picks[at].add(value);
    });
    show();
  };
  const form = el("form", { className: "picker" }, ...groups.map(({ field }) => field));
  form.raise = raise;
  // Touched twice, what is picked is played: with the card that was touched.
  form.ondblclick = (event) => {
    const at = groups.findIndex(({ cards }) => cards.some(({ made }) => made === event.target.closest(".card")));
    if (at < 0 || groups[at].group.most === 1) return;
    const touched = groups[at].cards.find(({ made }) => made === event.target.closest(".card"));
    if (picks[at].size < groups[at].group.most) picks[at].add(touched.value);
    show();
    form.requestSubmit();
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    const why = missing(picker, picks);
    if (why) return desk.tell(why);
    // In the order of the message, group by group, however the hand lies.
    const values = groups.flatMap(({ group }, at) =>
      group.options.map(({ value }) => value).filter((value) => picks[at].has(value)),
    );
    return desk.press(submit, message.id, picker.token, values);
  };
  return { form, submit };
}

// All pickers of a message, those without a token as a hand to look at.
export function pickers(message, desk) {
  const hands = message.pickers.filter((one) => !one.token).map(hand);
  const forms = message.pickers
    .filter((one) => one.token)
    .map((one) => pickerForm(one, message, desk));
  return { hands, forms };
}
