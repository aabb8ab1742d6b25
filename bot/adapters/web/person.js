// Who sits here: the person of this browser, whom a cookie tells the server and no script reads; or
// somebody else in this tab, or anybody where cookies are refused, known by a token in the tab.

import { tab } from "./storage.js";

const SEAT = "pokertable-seat";

export class Sitter {
  constructor(room) {
    this.room = room;
    const own = tab.read(SEAT);
    this.token = own?.token ?? "";
    this.name = own?.name ?? "";
  }

  // Their name if somebody is known, else "".
  async known() {
    if (this.token) return this.name;
    try {
      const answer = await fetch(`/r/${this.room}/me`, { method: "POST" });
      this.name = (await answer.json()).name ?? "";
    } catch {
      this.name = "";
    }
    return this.name;
  }

  // Take a name. Returns "" or the key of the word for what is wrong; ``fresh``: as somebody else.
  async sit(name, fresh) {
    const sent = { method: "POST", headers: this.headers("application/json") };
    if (fresh) delete sent.headers.Authorization;
    try {
      const answer = await fetch(`/r/${this.room}/sit`, { ...sent, body: JSON.stringify({ name, fresh }) });
      const found = await answer.json();
      if (found.error) return found.error;
      this.become(found);
      // Not kept by the browser, though nobody asked for that.
      this.forgetful = Boolean(this.token) && !fresh;
      return "";
    } catch {
      return "name-failed";
    }
  }

  // What the server has said of who sits here.
  become({ name, token = "" }) {
    this.name = name;
    this.token = token;
    tab.write(SEAT, token ? { token, name } : null);
  }

  // Have the server keep how the page looks to this person.
  async keep(looks) {
    const headers = this.headers("application/json");
    try {
      await fetch(`/r/${this.room}/looks`, { method: "POST", headers, body: JSON.stringify(looks) });
    } catch {
      // It holds here, and is not everywhere yet.
    }
  }

  leave() {
    this.token = this.name = "";
    tab.write(SEAT, null);
  }

  headers(kind) {
    const made = kind ? { "Content-Type": kind } : {};
    if (this.token) made.Authorization = `Bearer ${this.token}`;
    return made;
  }
}
