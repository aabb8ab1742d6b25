// Who sits here: the person of this browser, whom a cookie tells the server and no script reads; or
// another of those who use it, whom their id names beside a cookie of theirs; or anybody where
// cookies are refused, known by a token in the tab.

import { tab } from "./storage.js";

export const SEAT = "pokertable-seat";

export class Person {
  // ``base``: the path that everything of this page is below.
  constructor(base) {
    this.base = base;
    const own = tab.read(SEAT);
    this.token = own?.token ?? "";
    this.id = own?.id ?? "";
    this.name = own?.name ?? "";
    this.people = []; // those who use this device, if there are several
  }

  get room() {
    return this.base.split("/").at(-1);
  }

  // Their name if somebody is known, else "".
  async known() {
    if (this.token) return this.name;
    const { name = "" } = await this.asked();
    if (!name && this.id) {
      this.leave(); // theirs no longer: the tab is that of whoever the browser belongs to
      return this.known();
    }
    return (this.name = name);
  }

  // What the cookies say: this tab's person, and who else uses this device.
  async asked() {
    try {
      const answer = await fetch(`${this.base}/me`, { method: "POST", headers: this.headers() });
      const found = await answer.json();
      this.people = found.people ?? [];
      return found;
    } catch {
      return {};
    }
  }

  // Those among whom this tab's person could be changed, as of now.
  async others() {
    await this.asked();
    const here = this.id || this.people[0]?.id;
    return this.token ? this.people : this.people.filter(({ id }) => id !== here);
  }

  // From now on this tab is that of one of ``people``.
  turn({ id, name }) {
    this.become({ name, id: id === this.people[0].id ? "" : id });
  }

  // By what the server knows whose socket it is.
  get greeting() {
    return { token: this.token, person: this.id };
  }

  // Take a name. Returns "" or the key of the word for what is wrong; ``fresh``: as somebody else.
  async sit(name, fresh) {
    const sent = { method: "POST", headers: this.headers("application/json") };
    if (fresh) sent.headers = { "Content-Type": "application/json" };
    try {
      const answer = await fetch(`${this.base}/sit`, { ...sent, body: JSON.stringify({ name, fresh }) });
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
  become({ name, token = "", id = "" }) {
    Object.assign(this, { name, token, id });
    tab.write(SEAT, token || id ? { token, id, name } : null);
  }

  // Have the server keep how the page looks to this person.
  async keep(looks) {
    const headers = this.headers("application/json");
    try {
      await fetch(`${this.base}/looks`, { method: "POST", headers, body: JSON.stringify(looks) });
    } catch {
      // It holds here, and is not everywhere yet.
    }
  }

  // A picture ("p") or a file ("f") of the room or of this person; throws if there is none.
  async fetched(kind, id) {
    const sent = { headers: this.headers(), cache: "no-store" };
    const answer = await fetch(`${this.base}/${kind}/${id}`, sent);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.blob();
  }

  // What the server says of how the page looks to them, as far as the page follows it.
  spoken(looks) {
    return looks;
  }

  leave() {
    this.become({ name: "" });
  }

  headers(kind) {
    const made = kind ? { "Content-Type": kind } : {};
    if (this.token) made.Authorization = `Bearer ${this.token}`;
    else if (this.id) made.Person = this.id;
    return made;
  }
}
