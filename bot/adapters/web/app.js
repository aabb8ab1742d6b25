// The page: a door where a name is given, then the room's board and lines and one's own screen.

import { Head } from "./clock.js";
import { Devices, Joining } from "./devices.js";
import { startInsets } from "./insets.js";
import { drawn, el, word, worded } from "./draw.js";
import { keepingFocus } from "./focus.js";
import { base, Guest, host } from "./guest.js";
import { Home } from "./home.js";
import { startProfiles } from "./profiles.js";
import { comesFirst, Invite } from "./invite.js";
import { Connection } from "./connection.js";
import { choosable, MessageView } from "./view.js";
import { startLooks, worn } from "./looks.js";
import { canAct, isAlike, isBoard, isCall, isEmpty, isWords, pinnedOf, withoutOver } from "./messages.js";
import { explain, look } from "./motion.js";
import { closer, Notes } from "./notes.js";
import { arrange, showIcon, showName, showOnce } from "./panes.js";
import { Person } from "./person.js";
import { Pictures } from "./pictures.js";
import { Presses } from "./presses.js";
import { startPush } from "./push.js";
import { startKeys } from "./shortcuts.js";
import { comesToJoin, showBack } from "./rooms.js";
import { heard } from "./sound.js";
import { keepingHand } from "./steady.js";
import { aloud, timed } from "./text.js";
import { tab } from "./storage.js";
import { Talk } from "./talk.js";
import { toast } from "./toasts.js";
import { startUploads } from "./upload.js";

const READ = "pokertable-read";
const WORDS = 2; // of one's own messages without anything to do, how many are shown
const READ_MOST = 50; // ids kept of words that were put away
const BUZZ_MS = 80; // a telephone that can shake tells of one's turn

const at = (id) => document.getElementById(id);
const body = document.body;

const shown = { room: new Map(), person: new Map() };
const elements = new Map(); // by message id: { element, fold, message }
const presses = new Presses((what) => connection.send(what), () => toast(word("late"), true));
const asks = new Map(); // by number of the frame: who is told what would become of a pick
const drafts = new Map();
const read = new Set(tab.read(READ) ?? []); // ids of words put away
const seat = host ? new Guest(base) : new Person(base);
let fresh = false; // somebody else on this device is asked for a name
let me = "";
let connection = null;

const pictures = new Pictures((id) => seat.fetched("p", id), (text) => toast(text, true));
const view = new MessageView(pictures);
const notes = new Notes(render, forget);
const talk = new Talk({ me: () => me, press, ask, tell: (text) => toast(text, true) });
const devices = new Devices(seat);
const joining = new Joining(seat, connect);
startProfiles(seat, connect);
const boardHead = new Head(at("board-state"));
const screenHead = new Head(at("screen-state"), (seconds) => toast(word("hurry", { seconds })));

// Saying and pressing.

function press(...pressed) {
  host?.pressed();
  if (!presses.press(...pressed)) toast(word("error-too-long"), true);
}

// Send something whose answer ``told`` hears; 0 if it is too long.
function ask(what, told) {
  const n = connection.send(what);
  if (n) asks.set(n, told);
  return n;
}

// Ask what would become of what is picked; ``told`` hears it, unless the pick is older by then.
const weigh = (message, token, values, told) => ask({ weigh: token, values, message }, told);

function say(text) {
  if (!connection.send({ say: text })) return toast(word("error-too-long"), true);
  at("words").value = "";
}

function answered(n, frame, asked) {
  const told = asks.get(n);
  if (asks.delete(n)) return told(frame);
  showAnswer(frame, presses.answered(n), asked);
  presses.next();
}

function showAnswer(frame, opener, asked) {
  if (frame.error) {
    toast(word(`error-${frame.error}`), true);
    if (asked?.say && !at("words").value) at("words").value = asked.say;
    return;
  }
  // Something was done: a menu among the notes no longer fits. What there is to read stays.
  const menus = notes.all.filter((note) => canAct(note) && note.id !== frame.note?.id);
  for (const menu of menus) notes.close(menu.id);
  if (frame.toast) toast(worded(frame.toast, frame.times));
  if (frame.note) notes.show(timed(frame.note), opener, (id) => elements.get(id).element);
}

// What came of a file that was handed in.
function handedIn(found) {
  if (found.error) return toast(word(`error-${found.error}`), true);
  if (found.toast) toast(worded(found.toast, found.times));
  if (found.note) notes.show(timed(found.note), null, (id) => elements.get(id).element);
}

const actions = { press, ask, weigh, drafts, me: () => me, tell: (text) => toast(text, true), file: (id) => seat.fetched("f", id) };
const home = new Home(actions);

// Drawing.

function putAway(id) {
  read.add(id);
  tab.write(READ, [...read].slice(-READ_MOST));
  render();
}

// An older board: its picture is fetched when someone looks.
function folded(message) {
  const made = el("details", { className: "older" }, el("summary", {}, word("older")));
  made.addEventListener(
    "toggle",
    () => made.append(drawn(message, actions, view.figure(message, "older"))),
    { once: true },
  );
  return made;
}

// The element of a message as it is now; drawn anew only if something of it changed.
// ``mine`` is my own message about the same table: the board shows what it shows, and its cells.
// ``apart``: a message of my own whose table is drawn there.
function current(message, place, { fold = false, mine = null, apart = false } = {}) {
  const old = elements.get(message.id);
  const same = old && isAlike(old.message, message) && old.fold === fold && isAlike(old.mine, mine) && old.apart === apart;
  if (same) return old.element;
  const scene = apart ? null : (mine?.scene ?? message.scene);
  const cells = choosable(scene, mine ?? message, actions);
  const onBoard = Boolean(apart ? choosable(message.scene, message, actions) : cells && !mine);
  const fresh = fold
    ? folded(message)
    : drawn(message, actions, view.figure(message, place, scene, cells), onBoard);
  if (place === "note") {
    fresh.classList.add("note");
    fresh.tabIndex = -1;
    fresh.append(closer(message.id, () => notes.close(message.id)));
  }
  if (place === "person" && isWords(message)) {
    fresh.classList.add("words");
    fresh.append(closer(message.id, () => putAway(message.id)));
  }
  fresh.dataset.id = message.id;
  old?.element.replaceWith(fresh);
  elements.set(message.id, { element: fresh, fold, message, mine, apart });
  return fresh;
}

// One's own messages to show: those with something to see or do, and the last words beside them.
function screens(table) {
  const all = [...shown.person.values()];
  const isSeen = (one) => isEmpty(one, one.scene?.table === table);
  const own = withoutOver(all.filter((one) => !one.retired && !isSeen(one) && !read.has(one.id)), table);
  // How another table ended takes no room from the one that is played.
  const others = own.some(isBoard) ? own.filter((one) => !one.title) : own;
  const words = others.filter((one) => !isBoard(one)).slice(-WORDS);
  return own.filter((one) => isBoard(one) || words.includes(one));
}

function render() {
  const before = look();
  keepingHand(() => keepingFocus(rendered));
  heard(explain(before, look()));
}

function rendered() {
  const lines = at("lines");
  const last = lines.lastElementChild;
  const atEnd = lines.scrollHeight - lines.scrollTop - lines.clientHeight < 40;
  const pinned = pinnedOf(shown.room);
  const all = [...shown.room.values()];
  const others = all.filter((one) => one !== pinned);
  const table = pinned?.scene?.table;
  const hands = screens(table);
  // The table as it is seen from my seat, in my language, in place of everybody's.
  const mine = [...shown.person.values()].findLast((one) => table && one.scene?.table === table && !one.retired) ?? null;
  arrange(at("pinned"), pinned ? [current(pinned, "room", { mine })] : []);
  arrange(lines, others.map((one) => current(one, "room", { fold: isBoard(one) && !isCall(one, all, pinned) })));

  const own = (one) => current(one, "person", { apart: Boolean(one.scene) && one.scene.table === table });
  arrange(at("hands"), hands.map(own).reverse());
  arrange(at("notes"), notes.all.map((one) => current(one, "note")));

  showOnce(at("hands"), at("pinned"));
  at("board-empty").hidden = shown.room.size > 0;
  at("log-empty").hidden = others.length > 0;
  at("screen-empty").hidden = hands.length > 0;
  const turn = hands.findLast((one) => one.asked === "turn") ?? hands.findLast((one) => one.asked);
  // Whoever looks at an enlarged picture is shown that they are asked.
  if (turn && body.dataset.turn !== "yes") at("zoomed").close();
  body.dataset.turn = turn ? "yes" : "no";
  showIcon(turn ? "icon-turn" : "icon");
  const tables = hands.filter((one) => one.title).length;
  body.dataset.hands = tables > 1 ? "several" : hands.length ? "one" : "none";
  host?.shows(Boolean(turn), notes.all.length ? () => notes.close(notes.all.at(-1).id) : null);
  boardHead.show(turn ? {} : (pinned ?? {}));
  screenHead.show(turn ? { turn: turn.asked === "turn", ready: true, ends: turn.ends } : {});
  forgetDrafts();
  presses.mark();
  // Last: it has everything laid out.
  if (atEnd && last !== lines.lastElementChild) lines.scrollTop = lines.scrollHeight;
}

function forgetDrafts() {
  const all = [...shown.room.values(), ...shown.person.values(), ...notes.all];
  const tokens = new Set(all.flatMap((one) => one.pickers.map((picker) => picker.token)));
  for (const token of drafts.keys()) if (!tokens.has(token)) drafts.delete(token);
}

function put(message, place, notify) {
  const before = shown[place].get(message.id);
  shown[place].set(message.id, timed(message));
  render();
  // Shown once more as it is: somebody asked where it is.
  if (presses.any && place === "person" && before?.said === message.text) at("screen").scrollIntoView({ block: "nearest" });
  if (before?.said !== message.text && (isBoard(message) || place === "person")) aloud(message.text);
  const called = place === "person" ? notify : message.mention === me;
  // What was true of the board before is not of this one.
  const changed = before?.said !== message.text || before?.alt !== message.alt;
  if (place === "room" && isBoard(message) && changed) {
    for (const note of notes.all.filter((one) => one.passing)) notes.close(note.id, false);
  }
  if (called && place === "person") {
    host ? host.called() : navigator.vibrate?.(BUZZ_MS);
    heard(["turn"]);
  }
  if (called && document.hidden) document.title = `● ${word("your-turn")} · ${word("title")}`;
}

function forget(id) {
  elements.delete(id);
  pictures.forget(id);
}

function drop(id) {
  shown.room.delete(id);
  shown.person.delete(id);
  forget(id);
  render();
}

// Somebody else reads: no note of another's, and no button that stands out for another.
function anew() {
  for (const { id } of [...notes.all]) notes.close(id);
  elements.clear();
}

function state(found) {
  if (me !== found.you.id) anew();
  me = found.you.id;
  for (const place of ["room", "person"]) {
    const there = new Set(found.messages[place].map((one) => one.id));
    for (const id of shown[place].keys()) if (!there.has(id)) forget(id);
    shown[place] = new Map(found.messages[place].map((one) => [one.id, timed(one)]));
  }
  at("room").textContent = host ? found.room : word("room", { room: found.room });
  showName(found.you.name);
  worn(seat.spoken(found.looks), me);
  talk.anew();
  stage("table");
  render();
  home.show(!host && !shown.room.size);
  if (comesToJoin()) say("/join");
}

// The door.

function stage(name) {
  if (body.dataset.stage === name) return;
  body.dataset.stage = name;
  if (name === "name") at("name").focus();
}

async function sit(event) {
  event.preventDefault();
  const wrong = at("name-wrong");
  wrong.textContent = "";
  const fault = await seat.sit(at("name").value, fresh);
  if (fault) {
    wrong.textContent = word(fault);
    if (fault !== "name-failed") at("name").focus();
    return;
  }
  fresh = false;
  connect();
  if (seat.forgetful) toast(word("no-cookies"));
}

// What the server says beside messages and answers: it is the same on all of one's devices.
function told(frame) {
  if (talk.told(frame)) return;
  if (frame.you) {
    seat.name = frame.you.name;
    showName(seat.name);
  } else if ("device" in frame) {
    devices.told(frame.device);
  } else if (frame.looks) {
    worn(frame.looks);
  }
}

function connect() {
  connection?.close();
  stage("table");
  showName(seat.name);
  at("mine").hidden = false;
  connection = new Connection(base, seat.greeting, document.documentElement.lang, {
    state,
    put,
    drop,
    answer: answered,
    status,
    refused,
    told,
  });
  if (host) seat.keepUp(connection);
}

function status(name) {
  const shownAs = at("link");
  if (shownAs.dataset.link !== name) shownAs.textContent = word(name);
  shownAs.dataset.link = name;
}

function refused(reason) {
  if (host) return seat.again(reason);
  presses.clear();
  if (reason === "too-many") return toast(word("too-many"), true);
  seat.leave();
  at("rename").hidden = at("mine").hidden = true;
  for (const one of [shown.room, shown.person]) one.clear();
  render();
  if (reason === "ended") toast(word("device-ended"), true);
  return stage("name");
}

at("door").onsubmit = sit;
new Invite(base);
at("begin").onclick = () => say("/newgame");
at("learn").onclick = () => say("/teach");
at("guide").onclick = () => say("/help");
at("rename").onclick = () => {
  fresh = false;
  at("name").value = seat.name;
  at("name-cancel").hidden = at("other").hidden = false;
  stage("name");
};
at("notes").onkeydown = (event) => {
  const note = event.target.closest("article");
  if (event.key === "Escape" && note) notes.close(note.dataset.id);
};
at("name-cancel").onclick = () => stage("table");
at("other").onclick = () => {
  fresh = true;
  at("name").value = "";
  at("other").hidden = true;
  at("name").focus();
};
at("say").onsubmit = (event) => {
  event.preventDefault();
  const text = at("words").value.trim();
  if (text) say(text);
};
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) document.title = word("title");
});
addEventListener("looks", (event) => {
  if (!event.detail.order && !event.detail.zone) return;
  elements.clear(); // every hand is laid out anew
  render();
});
startLooks((key, value) => connection && seat.keep({ [key]: value }));
startInsets();
if (!host) startPush(seat);
startKeys(at("notes"));
startUploads(base, () => seat.headers(), handedIn, (text) => toast(text, true));
showBack(at("back"));
comesFirst();

at("door").hidden = true;
const name = await seat.known();
at("door").hidden = false;
if (name) connect();
if (!joining.wanted() && !name) at("name").focus();
