// Who looks from inside another platform's client. That platform vouches for them: its proof opens a
// session, whose token stays in memory. A key of the tab's own tells a page that is loaded anew from
// another one that got hold of the proof.

import { host } from "./base.js";
import { el, word } from "./draw.js";
import { Person } from "./person.js";
import { tab } from "./storage.js";

export { base, host } from "./base.js";

const KEY = "pokertable-frame";
const HERE = '{"here":1}';
const AWAY = '{"here":0}';
const FAULTS = ["frame-forged", "frame-old", "frame-elsewhere", "frame-slowly", "frame-absent", "frame-refused"];
const PULSE = 4000; // milliseconds; one who is not heard of for ten seconds is called again
const PAUSES = [500, 1000, 2000, 4000]; // milliseconds, where the server is not there
const MOST = 3; // times that a session is asked for anew

// An answer of the server; where it is just starting, a while later.
async function patiently(url, sent) {
  for (const milliseconds of PAUSES) {
    const answer = await fetch(url, sent).catch(() => null);
    if (answer && answer.status < 500) return answer;
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
  }
  throw new Error("frame-failed");
}

function unguessable() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

function keeps() {
  try {
    return window.sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

// The key of this tab. A browser may keep nothing for what is framed: there it stands behind the #
// of the frame's own address, beside the proof, which no server and no other page is told either.
function key() {
  const marks = new URLSearchParams(location.hash.slice(1));
  const own = tab.read(KEY) ?? marks.get(KEY) ?? unguessable();
  tab.write(KEY, own);
  if (!keeps() && !marks.has(KEY)) history.replaceState(null, "", `${location.hash || "#"}&${KEY}=${own}`);
  return own;
}

export class Guest extends Person {
  constructor(base) {
    super(base);
    document.body.dataset.begun = "yes";
    document.getElementById("shut")?.remove();
    this.become({ name: "" });
    this.tries = 0; // since a table was shown last
    this.ousted = 0; // by the same page open twice: they would oust each other for ever
    setInterval(() => host.seen() && this.tell(), PULSE);
    document.addEventListener("visibilitychange", () => this.tell());
  }

  // What they are called there, once the server has taken the proof; else "", and it is said why.
  async known() {
    try {
      const proof = await host.proof((where) => this.told("begin", { where }));
      this.become(await this.told("session", { proof }));
      this.name ||= "·";
      host.begin();
      return this.name;
    } catch (error) {
      const why = FAULTS.includes(error.message) ? error.message : "frame-failed";
      this.shut(why);
      return "";
    }
  }

  // What the server says to this page; throws why it does not.
  async told(path, what) {
    const body = JSON.stringify({ ...what, key: key() });
    const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body };
    const answer = await patiently(`${this.base}/${path}`, sent);
    const found = await answer.json();
    if (found.error) throw new Error(found.error);
    return found;
  }

  become({ name, token = "" }) {
    Object.assign(this, { name, token, id: "" });
  }

  // Nobody else uses this client, and how the page looks is kept by the client's own settings.
  async others() {
    return [];
  }

  async keep() {}

  // The page in this language, if there is one; asked for once.
  spoken({ language, ...looks }) {
    const wish = new URLSearchParams(location.search);
    if (language && language !== document.documentElement.lang && wish.get("lang") !== language) {
      wish.set("lang", language);
      location.search = wish;
    }
    return looks;
  }

  // The session is over: a proof that still holds opens it anew, as after a restart of the server.
  async again(reason) {
    this.tries += 1;
    if (reason !== "bad-token") this.ousted += 1;
    if (Math.max(this.tries, this.ousted) > MOST) return this.shut("frame-ended");
    if (await this.known()) this.connection.renew(this.greeting);
  }

  // Say every few seconds that the page is in sight, so that nobody is called who looks anyway.
  keepUp(connection) {
    this.connection = connection;
    connection.once = () => {
      this.tries = 0;
      this.tell();
    };
  }

  tell() {
    this.connection?.tell(host.seen() ? HERE : AWAY);
  }

  // One true sentence, and the way back where there is one.
  shut(why) {
    const said = el("div", { id: "shut", className: "panel" }, el("p", {}, word(why)));
    if (!host.alone) {
      const close = el("button", { type: "button", className: "primary" }, word("frame-close"));
      close.onclick = () => host.close();
      said.append(close);
    }
    said.setAttribute("role", "alert");
    document.getElementById("shut")?.remove();
    document.body.append(said);
    document.body.dataset.stage = "shut";
  }
}
