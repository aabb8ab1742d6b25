// What people say to each other: a panel that takes room of its own, quick words in everybody's own
// language, and a mark for what has not been read. Whatever is said is put in as text.

import { Bubbles } from "./bubbles.js";
import { el, word, wordsOf } from "./draw.js";
import { remembered } from "./looks.js";
import { aloud } from "./text.js";
import { tab } from "./storage.js";
import { shownTime } from "./times.js";

const READ = `pokertable-heard ${location.pathname}`;
const EMOTES = ["👍", "👏", "😂", "😭", "😱", "🤔", "🎉", "🙏"];
const MANY = 99;
const KEPT = 200; // lines of a page that stays open

const at = (id) => document.getElementById(id);

function wordsIn(line) {
  return line.quick ? word(`quick-${line.quick}`) : line.words;
}

function timeIn(line) {
  const made = el("time", { dateTime: new Date(line.at * 1000).toISOString(), className: "dim" });
  made.textContent = shownTime(line.at * 1000, { hour: "2-digit", minute: "2-digit" });
  return made;
}

export class Talk {
  // ``actions``: me (my id), press (a button by its token), ask (send a frame and hear its answer) and
  // tell (say in a few words what went wrong).
  constructor(actions) {
    this.actions = actions;
    this.lines = new Map();
    this.bubbles = new Bubbles();
    this.button = at("talk-open");
    this.panel = at("talk");
    this.button.onclick = () => (this.panel.hidden ? this.open() : this.close());
    at("talk-close").onclick = () => this.close();
    this.panel.onkeydown = (event) => {
      if (event.key === "Escape") this.close();
    };
    at("talk-form").onsubmit = (event) => {
      event.preventDefault();
      this.say(at("talk-words").value.trim());
    };
    at("talk-quick").append(...this.offered());
    addEventListener("looks", ({ detail }) => "talk" in detail && this.wanted());
    this.wanted();
  }

  // Take what the server says, if it is about this; whether it was.
  told(frame) {
    if (frame.talk) this.all(frame.talk);
    else if (frame.said) this.said(frame.said);
    else return false;
    return true;
  }

  // The connection is new: what was said is told anew, if there is anything.
  anew() {
    this.all([]);
  }

  // Saying.

  offered() {
    const quick = wordsOf("quick-").map(([key, words]) => this.choice(words, { quick: key }));
    const emotes = EMOTES.map((sign) => this.choice(sign, { talk: sign }));
    return [...quick, ...emotes];
  }

  choice(words, what) {
    const made = el("button", { type: "button" }, words);
    made.onclick = () => this.send(what);
    return made;
  }

  say(words) {
    if (!words) return;
    at("talk-words").value = "";
    this.send({ talk: words }, () => {
      if (!at("talk-words").value) at("talk-words").value = words;
    });
  }

  // ``lost``: it was refused, and its words are not to be typed once more.
  send(what, lost = () => {}) {
    const sent = this.actions.ask(what, (answer) => {
      const wrong = answer.error ? word(`error-${answer.error}`) : answer.toast;
      if (!wrong) return;
      this.actions.tell(wrong);
      lost();
    });
    if (!sent) {
      this.actions.tell(word("error-too-long"));
      lost();
    }
  }

  // Hearing.

  all(lines) {
    this.lines = new Map(lines.map((line) => [line.id, line]));
    at("talk-lines").replaceChildren(...lines.map((line) => this.drawn(line)));
    this.scroll();
    this.mark();
  }

  said(line) {
    if (this.lines.has(line.id)) return;
    this.lines.set(line.id, line);
    const log = at("talk-lines");
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    log.append(this.drawn(line));
    while (this.lines.size > KEPT) {
      this.lines.delete(this.lines.keys().next().value);
      log.firstChild.remove();
    }
    if (atEnd || line.who === this.actions.me()) this.scroll();
    if (this.off) return;
    if (line.who !== this.actions.me()) this.bubbles.show(line.seat, wordsIn(line));
    // Whoever has the panel open hears it from there.
    if (this.panel.hidden) aloud(word("talk-said", { name: line.name, words: wordsIn(line) }));
    this.mark();
  }

  drawn(line) {
    const own = line.who === this.actions.me();
    const name = el("bdi", {}, line.name);
    const who = own ? el("b", {}, name) : el("button", { type: "button", className: "quiet who" }, name);
    if (!own) {
      who.dataset.key = `about ${line.id}`;
      who.title = word("talk-about", { name: line.name });
      who.onclick = () => this.actions.press(who, "", line.about, []);
    }
    const words = el("bdi", { className: EMOTES.includes(line.words) ? "emote" : "" }, wordsIn(line));
    return el("p", { className: own ? "line own" : "line", dataset: { id: line.id } }, who, words, timeIn(line));
  }

  scroll() {
    at("talk-lines").scrollTop = at("talk-lines").scrollHeight;
  }

  // The panel and its mark.

  open() {
    this.panel.hidden = false;
    document.body.dataset.talk = "open";
    this.button.ariaExpanded = "true";
    scrollTo(0, 0);
    this.scroll();
    this.mark();
    at("talk-words").focus({ preventScroll: true });
  }

  close() {
    const held = this.panel.contains(document.activeElement);
    this.panel.hidden = true;
    delete document.body.dataset.talk;
    this.button.ariaExpanded = "false";
    if (held) this.button.focus();
  }

  mark() {
    const lines = [...this.lines.values()];
    const newest = lines.at(-1);
    if (!this.panel.hidden && newest) tab.write(READ, newest.at);
    const read = tab.read(READ) ?? 0;
    const fresh = lines.filter((line) => line.at > read && line.who !== this.actions.me()).length;
    const unread = this.panel.hidden ? fresh : 0;
    at("talk-unread").textContent = unread > MANY ? `${MANY}+` : String(unread);
    at("talk-unread").hidden = !unread;
    this.button.ariaLabel = unread ? word("talk-unread", { count: unread }) : word("talk");
    at("talk-none").hidden = lines.length > 0;
  }

  // On or off, as its reader has set it.
  wanted() {
    this.off = remembered("talk") === "off";
    this.button.hidden = this.off;
    if (!this.off) return;
    this.close();
    this.bubbles.clear();
  }
}
