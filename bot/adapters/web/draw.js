// Messages as elements. Everything that comes from a person or the service is put in as text.

const SUITS = { S: ["♠", "spade"], H: ["♥", "heart"], C: ["♣", "club"], D: ["♦", "diamond"] };
const FACE = /^([SHCD])(10|[2-9JQKA])$/;
const JOKERS = { BJ: "big", LJ: "small" };

const known = JSON.parse(document.querySelector("meta[name=words]").content);

// A word of the page, its arguments filled in.
export function word(key, values = {}) {
  const text = known[`web-${key}`] ?? key;
  return text.replace(/\{ \$([a-z]+) \}/g, (_, name) => String(values[name] ?? ""));
}

export function el(tag, { dataset, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  Object.assign(made.dataset, dataset);
  made.append(...children.filter((child) => child !== null));
  return made;
}

// A card's face, or the label of what is no card.
function face(option) {
  const suited = FACE.exec(option.face);
  if (suited) {
    const [sign, name] = SUITS[suited[1]];
    const corner = el("span", { className: "corner" }, el("b", {}, suited[2]), el("i", {}, sign));
    return [name, corner, el("span", { className: "pip" }, sign)];
  }
  if (option.face in JOKERS) {
    const corner = el("span", { className: "corner joker" }, option.label);
    return [`joker ${JOKERS[option.face]}`, corner, el("span", { className: "pip" }, "★")];
  }
  return [option.face ? "tile" : "plain", el("span", { className: "tile-label" }, option.label)];
}

function button(item, message, desk) {
  if (!item.token) return el("span", { className: "blank" }, item.label);
  const made = el(
    "button",
    { type: "button", className: item.style, dataset: { key: `press ${item.token}` } },
    item.label,
  );
  made.onclick = () => desk.press(made, message.id, item.token, []);
  return made;
}

function row(items, message, desk, grid) {
  const made = el("div", { className: grid ? "row grid" : "row" });
  if (grid) made.style.setProperty("--columns", items.length);
  made.append(...items.map((item) => button(item, message, desk)));
  return made;
}

// Several rows, all of the same length above one, are a grid.
function rows(message, desk) {
  const length = message.rows[0].length;
  const same = message.rows.every((items) => items.length === length);
  const grid = same && length > 1 && message.rows.length > 1;
  const made = message.rows.map((items) => row(items, message, desk, grid));
  return el("div", { className: "rows" }, ...made);
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
  const { least, most } = group;
  return word(least === most ? "picked" : "picked-range", { count, least, most });
}

function fits(picker, picks) {
  const within = picker.groups.every(
    (group, at) => group.least <= picks[at].size && picks[at].size <= group.most,
  );
  return within && (!picker.equal || picks.every((set) => set.size === picks[0].size));
}

function options(group, at, picker, picks, changed) {
  return group.options.map((option) => {
    const [kind, ...inside] = face(option);
    const key = `pick ${picker.token} ${at} ${option.value}`;
    const made = el("button", { type: "button", className: `card ${kind}`, dataset: { key } }, ...inside);
    made.ariaLabel = option.label;
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

function pickerForm(picker, message, desk) {
  const picks = draft(picker, desk);
  const submit = el(
    "button",
    { type: "submit", className: "primary", dataset: { key: `send ${picker.token}` } },
    picker.label,
  );
  const hint = el("span", { className: "dim" });
  const groups = picker.groups.map((group, at) => {
    const output = el("output");
    const choices = options(group, at, picker, picks, (full) => show(full));
    const legend = el("legend", {}, el("span", {}, group.title), output);
    const cards = el("div", { className: "cards" }, ...choices.map(({ made }) => made));
    return { group, output, choices, field: el("fieldset", {}, legend, cards) };
  });
  const show = (full = -1) => {
    groups.forEach(({ group, output, choices }, at) => {
      const stop = at === full;
      output.textContent = stop ? word("pick-full", { most: group.most }) : counted(group, picks[at].size);
      output.classList.toggle("wrong", stop);
      for (const { made, value } of choices) made.ariaPressed = String(picks[at].has(value));
    });
    submit.disabled = !fits(picker, picks);
    const uneven = picker.equal && picks.some((set) => set.size !== picks[0].size);
    hint.textContent = uneven ? word("pick-equal") : "";
  };
  show();
  const form = el("form", { className: "picker" }, ...groups.map(({ field }) => field));
  const send = el("div", { className: "row" }, submit, hint);
  form.append(send);
  form.onsubmit = (event) => {
    event.preventDefault();
    if (!fits(picker, picks)) return;
    // In the order shown, group by group.
    const values = groups.flatMap(({ choices }, at) =>
      choices.map(({ value }) => value).filter((value) => picks[at].has(value)),
    );
    desk.press(submit, message.id, picker.token, values);
  };
  return { form, send, submit };
}

// What can be done. One picker's button and a few others stand in a bar that stays in sight below
// a long hand; a grid, or several pickers, would fill the screen and stay where they are.
function controls(message, desk) {
  const pickers = message.pickers.map((picker) => pickerForm(picker, message, desk));
  const made = pickers.map(({ form }) => form);
  const below = message.rows.length ? rows(message, desk) : null;
  if (pickers.length !== 1 || message.rows.length > 2) return below ? [...made, below] : made;
  const [{ form, send, submit }] = pickers;
  form.id = `form ${message.id}`.replace(" ", "-");
  submit.setAttribute("form", form.id);
  // The bar stays within this box: it never covers the picture above the cards.
  return [el("div", { className: "picking" }, form, el("div", { className: "bar" }, send, below))];
}

// The whole message. ``picture`` is its figure, kept from one drawing to the next, or null.
export function drawn(message, desk, picture) {
  return el(
    "article",
    { className: "message", tabIndex: -1, dataset: { id: message.id } },
    message.title ? el("h3", {}, message.title) : null,
    picture,
    message.text ? el("p", { className: "text" }, message.text) : null,
    ...controls(message, desk),
  );
}
