// Pictures are fetched with the tab's token, so an address alone shows nothing to anybody.
// Below each stands the same in words, for whoever wants to read it.

import { el, word } from "./draw.js";
import { remember, remembered } from "./looks.js";

const SHORT = 120; // characters that are no burden as the name of a picture

function icon() {
  const made = el("span", {}, "⤢");
  made.ariaHidden = "true";
  return made;
}

export class Pictures {
  // ``fetched``: a function from a picture's id to a promise of its bytes as a blob.
  // ``missing``: told the words for one that is not there any more.
  constructor(fetched, missing) {
    this.fetched = fetched;
    this.missing = missing;
    this.figures = new Map();
    this.dialog = document.getElementById("zoomed");
    this.large = this.dialog.querySelector("img");
    this.looking = null;
    this.dialog.onclose = () => (this.looking = null);
  }

  // The figure of a message: made once, and changed only when the new picture is there.
  figure(message, place) {
    if (!message.picture) {
      this.forget(message.id);
      return null;
    }
    let held = this.figures.get(message.id);
    if (!held) {
      held = this.made(message, place);
      this.figures.set(message.id, held);
    }
    if (held.wanted !== message.picture) {
      held.wanted = message.picture;
      this.load(held, message);
    }
    return held.figure;
  }

  made(message, place) {
    const image = el("img", { alt: "" });
    const zoom = el("button", { type: "button", className: "zoom" }, icon());
    zoom.ariaLabel = word("zoom");
    zoom.title = word("zoom");
    zoom.dataset.key = `zoom ${message.id}`;
    const twin = el("p");
    const summary = el("summary", {}, word("as-words"));
    summary.dataset.key = `words ${message.id}`;
    const words = el("details", { className: "twin" }, summary, twin);
    // Who reads instead of looking wants to do so with the next picture too.
    words.open = remembered(`words-${place}`) === "yes";
    words.ontoggle = () => image.hidden || remember(`words-${place}`, words.open ? "yes" : "no");
    const figure = el("figure", {}, image, zoom, words);
    const held = { image, zoom, twin, words, figure, url: "", wanted: "" };
    zoom.onclick = () => this.look(held);
    image.onclick = () => this.look(held);
    return held;
  }

  look(held) {
    this.looking = held;
    this.enlarge(held);
    this.dialog.showModal();
  }

  enlarge({ image }) {
    this.large.src = image.src;
    this.large.alt = image.alt;
  }

  async load(held, message) {
    let url = "";
    try {
      url = URL.createObjectURL(await this.fetched(message.picture));
    } catch {
      if (held.wanted !== message.picture) return;
      held.wanted = "";
      held.image.hidden = held.zoom.hidden = true;
      held.twin.textContent = `${word("picture-missing")}\n${message.alt}`;
      held.words.open = true;
      return;
    }
    if (held.wanted !== message.picture) {
      URL.revokeObjectURL(url);
      return;
    }
    const old = held.url;
    held.url = url;
    held.image.src = url;
    held.image.alt = message.alt.length > SHORT ? message.alt.split("\n", 1)[0] : message.alt;
    held.twin.textContent = message.alt;
    held.image.hidden = held.zoom.hidden = false;
    if (this.looking === held) this.enlarge(held);
    URL.revokeObjectURL(old);
  }

  // Hand the picture of a message out as a file.
  async save(message, name) {
    let href = "";
    try {
      href = URL.createObjectURL(await this.fetched(message.picture));
    } catch {
      return this.missing(word("picture-missing"));
    }
    el("a", { href, download: `${name}.png` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  }

  forget(id) {
    const held = this.figures.get(id);
    if (!held) return;
    held.wanted = "";
    URL.revokeObjectURL(held.url);
    this.figures.delete(id);
  }
}
