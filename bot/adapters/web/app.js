// The page: a door where a name is given, then the room's board and lines and one's own screen.

import { drawn, el, word } from "./draw.js";
import { Link } from "./link.js";
import { Pictures } from "./pictures.js";

const SEAT = "pokertable-seat";
const NOTES = 2;
const WORDS = 2;
const TOAST_MS = 4500;

const room = location.pathname.split("/")[2];
const at = (id) => document.getElementById(id);
const body = document.body;

const shown = { room: new Map(), person: new Map() };
const elements = new Map(); // by message id: { element, folded }
const notes = []; // answers to this tab alone, newest first
const busy = new Map(); // by number of the frame: the key of the control that sent it
const drafts = new Map();
let seat = JSON.parse(sessionStorage.getItem(SEAT) ?? "null");
let link = null;

const pictures = new Pictures(async (id) => {
  const answer = await fetch(`/r/${room}/p/${id}`, {
    headers: { Authorization: `Bearer ${seat.token}` },
    cache: "no-store",
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.blob();
});

// Saying and pressing.

function press(control, message, token, values) {
  const key = control.dataset.key;
  if ([...busy.values()].includes(key)) return;
  const n = link.send({ press: token, values, message });
  if (!n) return toast(word("error-too-long"), true);
  busy.set(n, key);
  markBusy();
}

function say(text) {
  if (!link.send({ say: text })) return toast(word("error-too-long"), true);
  at("words").value = "";
}

function markBusy() {
  const keys = new Set(busy.values());
  for (const control of document.querySelectorAll("[data-key]")) {
    control.ariaBusy = String(keys.has(control.dataset.key));
  }
}

function answered(n, frame, asked) {
  busy.delete(n);
  markBusy();
  if (frame.error) {
    toast(word(`error-${frame.error}`), true);
    if (asked?.say && !at("words").value) at("words").value = asked.say;
    return;
  }
  // Something was done: a menu among the notes no longer fits. What there is to read stays.
  const menus = notes.filter((note) => canAct(note) && note.id !== frame.note?.id);
  for (const menu of menus) closeNote(menu.id);
  if (frame.toast) toast(frame.toast);
  if (frame.note) showNote(frame.note);
}

const desk = { press, drafts };

// Drawing.

// Put ``fresh`` where ``old`` stands and keep the keyboard where it was.
function replaceKeepingFocus(old, fresh) {
  const active = old.contains(document.activeElement) ? document.activeElement : null;
  old.replaceWith(fresh);
  if (!active) return;
  const key = active.dataset.key;
  const same = [...fresh.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
  (same ?? fresh).focus({ preventScroll: true });
}

function canAct(message) {
  return message.rows.length > 0 || message.pickers.length > 0;
}

function isBoard(message) {
  return canAct(message) || Boolean(message.picture);
}

// The newest board is pinned; when all are retired, the newest picture stays to be looked at.
function pinnedOf(messages) {
  const boards = [...messages.values()].filter(isBoard);
  return boards.findLast((one) => !one.retired) ?? boards.at(-1) ?? null;
}

// An older board: its picture is fetched when someone looks.
function folded(message) {
  const made = el("details", { className: "older" }, el("summary", {}, word("older")));
  made.addEventListener(
    "toggle",
    () => made.append(drawn(message, desk, pictures.figure(message))),
    { once: true },
  );
  return made;
}

function draw(message, fold) {
  const old = elements.get(message.id);
  const fresh = fold ? folded(message) : drawn(message, desk, pictures.figure(message));
  fresh.dataset.id = message.id;
  if (old?.element.isConnected) replaceKeepingFocus(old.element, fresh);
  elements.set(message.id, { element: fresh, fold, message });
  return fresh;
}

// The element of a message as it is now; drawn anew only if something of it changed.
function current(message, fold) {
  const old = elements.get(message.id);
  return old && old.message === message && old.fold === fold ? old.element : draw(message, fold);
}

// Make ``parent`` hold just these children, moving as little as possible.
function arrange(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  children.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
}

function isTurn(message) {
  if (message.retired) return false;
  const buttons = message.rows.flat();
  return message.pickers.length > 0 || buttons.some((one) => one.style === "primary") || message.rows.length > 1;
}

// One's own messages to show: those with something to see or do, and the last words beside them.
function screens() {
  const own = [...shown.person.values()].filter((one) => !one.retired);
  const words = own.filter((one) => !isBoard(one)).slice(-WORDS);
  return own.filter((one) => isBoard(one) || words.includes(one));
}

function render() {
  const lines = at("lines");
  const atEnd = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 40;
  const pinned = pinnedOf(shown.room);
  const others = [...shown.room.values()].filter((one) => one !== pinned);
  arrange(at("pinned"), pinned ? [current(pinned, false)] : []);
  arrange(lines, others.map((one) => current(one, isBoard(one))));
  if (atEnd) lines.scrollTop = lines.scrollHeight;

  const hands = screens();
  arrange(at("hands"), hands.map((one) => current(one, false)).reverse());
  arrange(at("notes"), notes.map((one) => noteOf(one)));

  at("board-empty").hidden = shown.room.size > 0;
  at("log-empty").hidden = others.length > 0;
  at("screen-empty").hidden = hands.length + notes.length > 0;
  body.dataset.turn = hands.some(isTurn) ? "yes" : "no";
  forgetDrafts();
  markBusy();
}

function forgetDrafts() {
  const all = [...shown.room.values(), ...shown.person.values(), ...notes];
  const tokens = new Set(all.flatMap((one) => one.pickers.map((picker) => picker.token)));
  for (const token of drafts.keys()) if (!tokens.has(token)) drafts.delete(token);
}

function put(message, place, notify) {
  shown[place].set(message.id, message);
  render();
  if (notify && place === "person" && document.hidden) {
    document.title = `● ${word("your-turn")} · ${word("title")}`;
  }
}

function drop(id) {
  shown.room.delete(id);
  shown.person.delete(id);
  elements.delete(id);
  pictures.forget(id);
  render();
}

function state(found) {
  for (const place of ["room", "person"]) {
    const there = new Set(found.messages[place].map((one) => one.id));
    for (const id of shown[place].keys()) if (!there.has(id)) pictures.forget(id);
    shown[place] = new Map(found.messages[place].map((one) => [one.id, one]));
  }
  at("room").textContent = word("room", { room: found.room });
  named(found.you.name);
  stage("table");
  render();
}

// Notes: what was answered to this tab alone.

function noteOf(message) {
  const old = elements.get(message.id);
  if (old && old.message === message) return old.element;
  const fresh = draw(message, false);
  fresh.classList.add("note");
  const close = el("button", { type: "button", className: "quiet close" }, word("note-close"));
  close.dataset.key = `close ${message.id}`;
  close.onclick = () => closeNote(message.id, true);
  fresh.append(close);
  return fresh;
}

function showNote(message) {
  const index = notes.findIndex((one) => one.id === message.id);
  if (index >= 0) notes[index] = message;
  else notes.unshift(message);
  for (const gone of notes.splice(NOTES)) pictures.forget(gone.id);
  render();
  elements.get(message.id)?.element.scrollIntoView({ block: "nearest" });
}

function closeNote(id, byHand = false) {
  const index = notes.findIndex((one) => one.id === id);
  if (index < 0) return;
  notes.splice(index, 1);
  elements.delete(id);
  pictures.forget(id);
  render();
  if (byHand) at("words").focus();
}

function toast(text, wrong = false) {
  const made = el("p", { className: wrong ? "toast wrong" : "toast" }, text);
  at("toasts").append(made);
  setTimeout(() => made.remove(), TOAST_MS);
}

// The door.

function stage(name) {
  if (body.dataset.stage === name) return;
  body.dataset.stage = name;
  if (name === "name") at("name").focus();
}

function named(name) {
  const rename = at("rename");
  rename.textContent = word("you", { name });
  rename.title = word("rename");
  rename.hidden = false;
}

async function sit(event) {
  event.preventDefault();
  const wrong = at("name-wrong");
  wrong.textContent = "";
  const headers = { "Content-Type": "application/json" };
  if (seat) headers.Authorization = `Bearer ${seat.token}`;
  try {
    const sent = { method: "POST", headers, body: JSON.stringify({ name: at("name").value }) };
    const answer = await fetch(`/r/${room}/sit`, sent);
    const found = await answer.json();
    if (found.error) {
      wrong.textContent = word(found.error);
      at("name").focus();
      return;
    }
    seat = found;
  } catch {
    wrong.textContent = word("name-failed");
    return;
  }
  sessionStorage.setItem(SEAT, JSON.stringify(seat));
  connect();
}

function connect() {
  link?.close();
  stage("table");
  named(seat.name);
  link = new Link(room, seat.token, document.documentElement.lang, {
    state,
    put,
    drop,
    answer: answered,
    status,
    refused,
  });
}

function status(name) {
  const shownAs = at("link");
  if (shownAs.dataset.link !== name) shownAs.textContent = word(name);
  shownAs.dataset.link = name;
}

function refused(reason) {
  busy.clear();
  if (reason === "too-many") return toast(word("too-many"), true);
  seat = null;
  sessionStorage.removeItem(SEAT);
  at("rename").hidden = true;
  return stage("name");
}

async function copyLink() {
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  try {
    await navigator.clipboard.writeText(location.href);
    toast(word(local ? "copied-local" : "copied"));
  } catch {
    // No clipboard without https: show the address, selected, to be copied by hand.
    const field = el("input", { value: location.href, readOnly: true, className: "address" });
    field.ariaLabel = word("copy-self");
    const box = el("p", { className: "toast" }, field, word("copy-self"));
    at("toasts").append(box);
    field.select();
    field.onblur = () => box.remove();
  }
}

at("door").onsubmit = sit;
at("copy").onclick = copyLink;
at("begin").onclick = () => say("/newgame");
at("rename").onclick = () => {
  at("name").value = seat.name;
  at("name-cancel").hidden = false;
  stage("name");
};
at("name-cancel").onclick = () => stage("table");
at("say").onsubmit = (event) => {
  event.preventDefault();
  const text = at("words").value.trim();
  if (text) say(text);
};
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) document.title = word("title");
});

if (seat) connect();
else at("name").focus();
