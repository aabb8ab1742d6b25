// Messages as elements. Everything that comes from a person or the service is put in as text.

import { pickers } from "./cards.js";
import { leaveFor, roomOf } from "./rooms.js";
import { showsPlays } from "./messages.js";
import { shownTime } from "./times.js";

const known = JSON.parse(document.querySelector("meta[name=words]").content);

// A word of the page, its arguments filled in.
export function word(key, values = {}) {
  const text = known[`web-${key}`] ?? key;
  return text.replace(/\{ \$([a-z]+) \}/g, (_, name) => String(values[name] ?? ""));
}

// All words of the page whose keys begin so, as [rest of the key, words], in their order.
export function wordsOf(start) {
  const found = Object.entries(known).filter(([key]) => key.startsWith(`web-${start}`));
  return found.map(([key, words]) => [key.slice(`web-${start}`.length), words]);
}

export function el(tag, { dataset, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  Object.assign(made.dataset, dataset);
  made.append(...children.filter((child) => child !== null));
  return made;
}

// A time as this browser's own clock shows it; what it is called elsewhere is told by hovering.
function moment(seconds, dated, called) {
  const at = new Date(seconds * 1000);
  const day = dated ? { month: "2-digit", day: "2-digit" } : {};
  const time = { hour: "2-digit", minute: "2-digit", ...(dated ? {} : { second: "2-digit" }) };
  const shown = shownTime(seconds * 1000, { ...day, ...time });
  return el("time", { dateTime: at.toISOString(), title: called }, shown);
}

// Words, and the times in them: ``[start, length, seconds since 1970, with its date]``.
export function worded(text, times = []) {
  const parts = [];
  let from = 0;
  for (const [start, length, seconds, dated] of times) {
    parts.push(text.slice(from, start));
    parts.push(moment(seconds, dated, text.slice(start, start + length)));
    from = start + length;
  }
  return [...parts, text.slice(from)];
}

// How a button looks to whoever reads it here.
function styleOf({ style, wanted }, me) {
  if (!wanted) return style;
  return wanted.users.includes(me) === wanted.others ? "plain" : "primary";
}

export function button(item, message, actions) {
  if (item.url) {
    // A room opens in this tab, which alone knows who sits here.
    const away = item.url.startsWith("/")
      ? { onclick: () => leaveFor(item.url) }
      : { target: "_blank", rel: "noopener noreferrer" };
    const link = { href: item.url.startsWith("/") ? roomOf(item.url) : item.url, className: `button ${item.style}`, ...away };
    return el("a", link, item.label);
  }
  if (!item.token) return el("span", { className: "blank" }, item.label);
  // What a key presses too stays the same control, whatever it leads to next.
  const dataset = item.key ? { key: `press ${message.id} ${item.key}`, by: item.key } : { key: `press ${item.token}` };
  const made = el("button", { type: "button", className: styleOf(item, actions.me()), dataset }, item.label);
  made.onclick = () => actions.press(made, message.id, item.token, []);
  if ("on" in item) {
    made.setAttribute("role", "switch");
    made.ariaChecked = String(item.on);
  }
  return made;
}

// Plays that are offered: each says which cards it is.
function isOffer(item) {
  return Boolean(item.picks);
}

function kindOf(items, grid, me) {
  if (grid) return "row grid";
  if (items.every(isOffer)) return "row plain offers";
  return items.every((item) => styleOf(item, me) === "plain") ? "row plain" : "row";
}

function row(items, message, actions, grid) {
  const made = el("div", { className: kindOf(items, grid, actions.me()) });
  if (grid) made.style.setProperty("--columns", items.length);
  made.append(...items.map((item) => button(item, message, actions)));
  return made;
}

// 提示: the reason stands in the message, and the cards of the idea are raised, once.
function thinking(message, hand, below, actions) {
  const items = message.rows.flat();
  const item = items.find((one) => one.hint && !isOffer(one));
  const made = item && [...below.querySelectorAll("button")].find((one) => one.dataset.key === `press ${item.token}`);
  if (!made) return;
  made.dataset.hint = "";
  hand.hint = () => made.click();
  const idea = items.find((one) => one.hint && isOffer(one));
  const shown = idea && `${item.token} ${idea.picks}`;
  if (!idea || actions.hinted === shown) return;
  actions.hinted = shown;
  hand.raise(idea.picks);
}

// One picker and a few buttons: they stand in a bar that stays in sight below a long hand.
function hasBar({ pickers, rows }) {
  return pickers.filter((one) => one.token).length === 1 && rows.length <= 3;
}

// Several rows, all of the same length above one, are a grid; so is a board of cells among others.
function gridLength(message) {
  const { rows } = message;
  if (hasBar(message)) return 0;
  const lengths = rows.map((items) => items.length);
  const first = lengths[0] ?? 0;
  if (first > 1 && rows.length > 1 && lengths.every((length) => length === first)) return first;
  const board = lengths.find(
    (length, at) => length > 2 && [1, 2].every((more) => lengths[at + more] === length),
  );
  return board ?? 0;
}

function isGrid(message) {
  return gridLength(message) > 0;
}

// The buttons of a message that stand for the cells of a board, row by row; null if there are none.
export function cellsOf(message) {
  const columns = gridLength(message);
  const items = message.rows.filter((one) => one.length === columns).flat();
  return columns ? { columns, items } : null;
}

function rows(message, actions, onBoard) {
  const grid = gridLength(message);
  const kept = message.rows.filter((items) => !onBoard || items.length !== grid);
  if (!kept.length) return null;
  const made = kept.map((items) => row(items, message, actions, items.length === grid));
  return el("div", { className: "rows" }, ...made);
}

// Numbers and words to play by, the first of them large.
function facts(message) {
  if (!message.facts.length) return null;
  const made = message.facts.map(({ label, value, good }) =>
    el("div", { className: good ? "fact good" : "fact" }, el("dt", {}, label), el("dd", {}, value)),
  );
  return el("dl", { className: "facts" }, ...made);
}

// A file to keep: it is fetched with the tab's token and handed out by the page.
function file(message, actions) {
  if (!message.file) return null;
  const { name, id } = message.file;
  const save = el("button", { type: "button", className: "plain" }, word("file-save", { name }));
  save.dataset.key = `save ${message.id}`;
  save.onclick = async () => {
    let bytes;
    try {
      bytes = await actions.file(id);
    } catch {
      actions.tell(word("file-gone"));
      return;
    }
    const href = URL.createObjectURL(bytes);
    el("a", { href, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  };
  return el("div", { className: "row" }, save, name === CHECKED ? checking() : null);
}

// The page that checks such a file is ours; inside another client there is no second window for it.
const CHECKED = "shuffle.json";

function checking() {
  if (document.body.dataset.frame) return null;
  const href = `/shuffle?lang=${document.documentElement.lang}`;
  return el("a", { href, target: "_blank", rel: "noopener" }, word("shuffle"));
}

// What can be done. A grid, or several pickers, would fill the screen and stay where they are.
function controls(message, actions, onBoard) {
  const { hands, picked } = pickers(message, actions);
  const below = rows(message, actions, onBoard);
  if (hasBar(message)) {
    const [hand] = picked;
    hand.form.id = `form-${message.id}`;
    if (below) thinking(message, hand, below, actions);
    hand.submit.setAttribute("form", hand.form.id);
    // What can be done at once stands before what has to be picked first.
    const both = hand.picker.style === "plain" ? [below, hand.submit] : [hand.submit, below];
    const bar = el("div", { className: "bar" }, ...both);
    return [...hands, el("div", { className: "picking" }, hand.form, bar)];
  }
  for (const { form, submit } of picked) form.append(el("div", { className: "row" }, submit));
  const made = picked.map(({ form }) => form);
  return [...hands, ...made, ...(below ? [below] : [])];
}

// The whole message. ``picture`` is its figure, kept from one drawing to the next, or null;
// ``onBoard``: its cells are pressed on the board, which is in sight.
export function drawn(message, actions, picture, onBoard = false) {
  const named = Boolean(message.mention) && message.mention === actions.me();
  const text = message.text ? el("p", { className: "text" }, ...worded(message.text, message.times)) : null;
  if (named) text?.prepend(el("span", { className: "tag" }, word("mention")), " ");
  // Whoever has a grid to press sees the board in it; what shows it once more would push it away.
  const below = message.title && isGrid(message) && !onBoard;
  // What the table shows as well is for those who listen; where it shows no plays, a line for all.
  const aside = (words, times, unseen) =>
    words ? el("p", { className: unseen ? "told unseen" : "told" }, ...worded(words, times)) : null;
  return el(
    "article",
    { className: named ? "message named" : "message", dataset: { id: message.id } },
    message.title ? el("h3", {}, message.title) : null,
    below ? null : picture,
    aside(message.told, message.told_times, showsPlays(message.scene)),
    text,
    aside(message.turns, message.turns_times, true),
    facts(message),
    file(message, actions),
    ...controls(message, actions, onBoard),
    below ? picture : null,
  );
}
