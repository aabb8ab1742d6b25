// Notes: what was answered to this tab alone, newest first.

import { control, put } from "./focus.js";
import { el, word } from "./draw.js";

const MOST = 2;

export class Notes {
  // ``render`` draws everything anew; ``forget`` is told the id of a note that is gone.
  constructor(render, forget) {
    this.all = [];
    this.render = render;
    this.forget = forget;
    this.openers = new Map(); // by note: the key of the control that asked for it
    this.left = null; // how far the page was scrolled before it made room for a note
    this.closed = new Set(); // ids put away: an answer on its way does not bring one back
  }

  // Show a note, or a newer one of the same id in its place; not one that was put away.
  show(message, opener, element) {
    if (this.closed.has(message.id)) return;
    if (!this.all.length) this.left = scrollY;
    const index = this.all.findIndex((one) => one.id === message.id);
    if (index >= 0) {
      this.all[index] = message;
    } else {
      this.all = [message, ...this.all.filter((one) => !this.isOlder(one, message, opener))];
      if (opener) this.openers.set(message.id, opener);
    }
    for (const gone of this.all.splice(MOST)) this.gone(gone.id);
    this.render();
    const shown = element(message.id);
    shown.scrollIntoView({ block: "nearest" });
    // Whoever pressed a button for it goes on in it; whoever types goes on typing.
    if (opener && index < 0 && document.activeElement?.dataset.key === opener) {
      shown.focus({ preventScroll: true });
    }
  }

  // Put one away; the keyboard goes back to where it was asked for. ``away``: its reader wants it
  // gone; else an answer to a press in it, which is on its way, is shown.
  close(id, away = true) {
    const index = this.all.findIndex((one) => one.id === id);
    if (index < 0) return;
    const held = document.activeElement?.closest("article")?.dataset.id === id;
    const opener = this.openers.get(id);
    const looking = isInSight(document.getElementById("notes"));
    this.all.splice(index, 1);
    if (away) this.closed.add(id);
    this.gone(id);
    this.render();
    // Back to what the reader had before them, unless they have gone elsewhere since.
    if (!this.all.length && looking) scrollTo(0, this.left);
    if (held && !put(control(opener))) put(document.getElementById("words"));
  }

  // Whether ``one`` is the same answer given before; it is put away.
  isOlder(one, message, opener) {
    const again = opener && this.openers.get(one.id) === opener;
    if (!again && (one.text !== message.text || one.alt !== message.alt)) return false;
    this.closed.add(one.id);
    this.gone(one.id);
    return true;
  }

  gone(id) {
    this.openers.delete(id);
    this.forget(id);
  }
}

function isInSight(one) {
  const { top, bottom } = one.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

// The button that puts a message away.
export function closer(id, away) {
  const close = el("button", { type: "button", className: "quiet close" }, word("note-close"));
  close.dataset.key = `close ${id}`;
  close.onclick = away;
  return close;
}
