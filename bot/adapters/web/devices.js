// One person on several devices: a code that adds one, and the list that ends one.

import { el, word, worded } from "./draw.js";
import { toast } from "./toasts.js";

const at = (id) => document.getElementById(id);
const ASKED = /^#device=([0-9A-Za-z]{8})$/;
const HALF = 4; // letters of a code that are read in one go

// What is asked of the server, as the person that ``seat`` knows. Throws where there is no answer.
async function ask(seat, path, body) {
  const sent = body ? { method: "POST", body: JSON.stringify(body) } : {};
  const answer = await fetch(`/r/${seat.room}/devices${path}`, {
    ...sent,
    cache: "no-store",
    headers: seat.headers(body ? "application/json" : ""),
  });
  return answer.json();
}

// The panel of one's own devices.
export class Devices {
  constructor(seat) {
    this.seat = seat;
    at("devices").addEventListener("toggle", (event) => event.newState === "open" && this.fill());
    at("device-add").onclick = () => this.safely(() => this.offer());
    at("device-copy").onclick = () => this.copy();
  }

  // A device of this person was added while this one looked on, or was away.
  told(device) {
    toast(word("device-added", { device: device || word("device-some") }));
    if (at("devices").matches(":popover-open")) this.fill();
  }

  async safely(doing) {
    try {
      await doing();
    } catch {
      toast(word("name-failed"), true);
    }
  }

  async fill() {
    this.hide();
    await this.safely(async () => {
      const { devices } = await ask(this.seat, "");
      at("device-list").replaceChildren(...devices.map((one) => this.row(one)));
    });
  }

  row(one) {
    const since = one.since ? worded(" ", [[0, 1, one.since, true]]) : [];
    const state = word(one.here ? "device-here" : one.on ? "device-on" : "device-off");
    const end = el("button", { type: "button", className: "danger" }, word(one.here ? "device-leave" : "device-end"));
    end.ariaLabel = `${end.textContent}: ${one.label || word("device-some")}`;
    end.onclick = () => this.safely(() => this.end(one));
    const words = el("span", {}, el("strong", {}, one.label || word("device-some")), " ", el("span", { className: "dim" }, state, " ", ...since));
    return el("li", {}, words, end);
  }

  async end(one) {
    const found = await ask(this.seat, "/end", { device: one.id });
    if (!found.ended) throw new Error("not ended");
    if (one.here) location.reload();
    else this.fill();
  }

  async offer() {
    const found = await ask(this.seat, "/code", {});
    if (found.error) return toast(word(found.error), true);
    this.code = found.code;
    const letters = `${found.code.slice(0, HALF)} ${found.code.slice(HALF)}`;
    at("device-letters").textContent = letters;
    at("device-letters").ariaLabel = [...found.code].join(" ");
    at("device-offer").hidden = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), found.seconds * 1000);
  }

  hide() {
    at("device-offer").hidden = true;
    this.code = "";
  }

  // In the part of an address that no server and no preview is sent.
  async copy() {
    const link = `${location.origin}/r/${this.seat.room}#device=${this.code}`;
    try {
      await navigator.clipboard.writeText(link);
      toast(word("device-copied"));
    } catch {
      toast(link);
    }
  }
}

// Where the code of another device is given. ``done``: somebody is known here now.
export class Joining {
  constructor(seat, done) {
    this.seat = seat;
    this.done = done;
    this.asked = null;
    at("have").onclick = () => this.show("");
    at("join-cancel").onclick = () => this.close();
    at("joining").onsubmit = (event) => {
      event.preventDefault();
      this.join();
    };
    at("join-code").oninput = () => this.ask(null);
    addEventListener("hashchange", () => this.wanted());
  }

  // Whether the address brings a code; it is taken out of it, and used by a press alone.
  wanted() {
    const found = location.hash.match(ASKED);
    if (!found) return false;
    history.replaceState(null, "", location.pathname);
    this.show(found[1]);
    return true;
  }

  show(code) {
    this.ask(null);
    at("join-code").value = code;
    at("join-wrong").textContent = "";
    at("joining").hidden = false;
    document.body.dataset.joining = "yes";
    (code ? at("join-go") : at("join-code")).focus();
  }

  close() {
    at("joining").hidden = true;
    delete document.body.dataset.joining;
  }

  ask(who, name = "") {
    this.asked = who;
    at("join-ask").textContent = who ? word("device-instead", { name: who.name, other: name }) : "";
    at("join-go").textContent = word(who ? "device-yes" : "device-join");
  }

  async join() {
    const wrong = at("join-wrong");
    wrong.textContent = "";
    try {
      const body = { code: at("join-code").value, ...(this.asked ? { instead: this.asked.id } : {}) };
      const found = await ask(this.seat, "/join", body);
      if (found.ask) return this.ask(found.ask, found.name);
      if (found.error) {
        wrong.textContent = word(found.error);
        return at("join-code").focus();
      }
      this.seat.become(found);
      this.close();
      if (found.room !== this.seat.room) return location.assign(`/r/${found.room}`);
      this.done();
      toast(word("device-joined", { name: found.name }));
    } catch {
      wrong.textContent = word("name-failed");
    }
  }
}
