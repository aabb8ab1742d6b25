// The connection of one tab. It comes back by itself, and what was not answered is sent again
// under the same number, so that the server does it once.

import { whenLifted } from "./steady.js";

const PAUSES = [500, 1000, 2000, 4000, 8000, 10000];
const PATIENCE = 6000; // milliseconds without a sign of life after which a connection is dead
const OPENING = 20000; // and in which a new one must have come to its state: several ways there and back
const PULSE = 10000; // milliseconds between questions whether it lives
const SLOW = 1500; // milliseconds after which whoever waits for an answer is told so
const PING = '{"ping":1}';
const LONGEST = 4000; // bytes of a frame; the server closes a socket that sends more than 4096
const HOUR = 3600000;
const FINAL = { 4401: "bad-token", 4403: "ended", 4429: "too-many" };

function address(base) {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${base}/ws${location.search}`;
}

function unguessable() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  // ``heard``: functions state, put, drop, answer, status ("connecting" | "online" | "slow" |
  // "offline") and refused ("bad-token" | "ended" | "too-many"), after which the link stays closed; ``told``
  // is given whatever else the server says.
  constructor(base, greeting, lang, heard) {
    this.hello = { ...greeting, tab: unguessable(), lang };
    this.base = base;
    this.heard = heard;
    this.n = 0;
    this.failures = 0;
    this.waiting = new Map();
    this.got = this.gave = this.asked = 0; // frames that came and went on this connection
    this.again = () => this.hurry();
    this.begin();
  }

  begin() {
    addEventListener("online", this.again);
    document.addEventListener("visibilitychange", this.again);
    this.pulse = setInterval(() => this.ping(), PULSE);
    this.closed = false;
    this.open();
  }

  // Go on after it was refused, as somebody who is known again. What was not answered is sent again.
  renew(greeting) {
    Object.assign(this.hello, greeting);
    this.begin();
  }

  // Send now, or as soon as there is a connection. Returns the number, 0 if it is too long.
  send(what) {
    const frame = { ...what, n: this.n + 1 };
    if (new TextEncoder().encode(JSON.stringify(frame)).length > LONGEST) return 0;
    this.n = frame.n;
    this.waiting.set(frame.n, { frame, since: Date.now() });
    if (this.ready) this.transmit(frame.n);
    return frame.n;
  }

  // Say something that is not answered, and is nothing by the time there is a connection again.
  tell(text) {
    if (this.ready) this.socket.send(text);
  }

  close() {
    removeEventListener("online", this.again);
    document.removeEventListener("visibilitychange", this.again);
    clearInterval(this.pulse);
    this.leave();
    this.closed = true;
  }

  open() {
    clearTimeout(this.timer);
    this.heard.status(this.failures ? "offline" : "connecting");
    this.got = this.gave = this.asked = 0;
    const socket = (this.socket = new WebSocket(address(this.base)));
    socket.onopen = () => socket.send(JSON.stringify({ hello: this.hello }));
    socket.onmessage = (event) => this.came(JSON.parse(event.data), socket);
    socket.onclose = (event) => this.lost(FINAL[event.code]);
    this.watch(OPENING);
  }

  // That the connection lives is known at once. What was still to be read of one that was left
  // comes once more on the next.
  came(frame, socket) {
    if (frame.pong || frame.state) this.unwatch();
    if (frame.pong) this.compare(frame);
    else {
      this.got += 1;
      whenLifted(() => socket.onmessage && this.take(frame));
    }
  }

  // The server says how many frames it has sent on this connection and how many it was sent. Where
  // one is missing on either side, the next connection brings everything anew.
  compare({ pong, taken }) {
    if (pong > this.got || taken < this.asked) this.lost();
    else if (this.gave > this.asked) this.ping();
  }

  take(frame) {
    if (frame.state) {
      this.ready = true;
      this.failures = 0;
      this.heard.status("online");
      const unanswered = [...this.waiting.keys()]; // but for what is sent because of the state
      this.heard.state(frame.state);
      this.once?.();
      for (const n of unanswered) this.transmit(n);
    } else if (frame.put) {
      this.heard.put(frame.put, frame.place, frame.notify);
    } else if (frame.drop) {
      this.heard.drop(frame.drop);
    } else if ("ack" in frame) {
      const asked = this.waiting.get(frame.ack);
      this.waiting.delete(frame.ack);
      this.mind();
      this.heard.answer(frame.ack, frame, asked?.frame);
    } else {
      this.heard.told(frame);
    }
  }

  transmit(n) {
    const { frame, since } = this.waiting.get(n);
    const ago = Math.min(Math.max(Date.now() - since, 0), HOUR);
    this.gave += 1;
    this.socket.send(JSON.stringify({ ...frame, ago }));
    this.ping();
    this.mind();
  }

  // Say so where an answer takes long, and no more once there is none to wait for.
  mind() {
    clearTimeout(this.minding);
    if (!this.ready) return;
    if (!this.waiting.size) this.heard.status("online");
    else this.minding = setTimeout(() => this.ready && this.waiting.size && this.heard.status("slow"), SLOW);
  }

  // A service may take its time to answer; the server itself answers this at once.
  ping() {
    if (!this.ready || this.watchdog) return;
    this.asked = this.gave;
    this.socket.send(PING);
    this.watch(PATIENCE);
  }

  watch(patience) {
    this.unwatch();
    this.watchdog = setTimeout(() => this.lost(), patience);
  }

  unwatch() {
    clearTimeout(this.watchdog);
    this.watchdog = 0;
  }

  leave() {
    this.ready = false;
    this.unwatch();
    clearTimeout(this.timer);
    clearTimeout(this.minding);
    this.socket.onclose = this.socket.onmessage = this.socket.onopen = null;
    this.socket.close();
  }

  lost(reason) {
    this.leave();
    if (reason) {
      this.close();
      this.heard.refused(reason);
      return;
    }
    const pause = PAUSES[Math.min(this.failures, PAUSES.length - 1)];
    this.failures += 1;
    this.heard.status("offline");
    this.timer = setTimeout(() => this.open(), pause);
  }

  // The network or the person is back: do not wait out the pause.
  hurry() {
    if (this.closed || document.hidden) return;
    if (this.socket.onclose) this.ping();
    else this.open();
  }
}
