// Pictures are fetched with the tab's token, so an address alone shows nothing to anybody.

import { el, word } from "./draw.js";

export class Pictures {
  // ``fetched``: a function from a picture's id to a promise of its bytes as a blob.
  constructor(fetched) {
    this.fetched = fetched;
    this.figures = new Map();
  }

  // The figure of a message: made once, and changed only when the new picture is there.
  figure(message) {
    if (!message.picture) {
      this.forget(message.id);
      return null;
    }
    let held = this.figures.get(message.id);
    if (!held) {
      const image = el("img", { alt: "" });
      const zoom = el("button", { type: "button", className: "zoom" }, image);
      zoom.ariaLabel = word("zoom");
      zoom.dataset.key = `zoom ${message.id}`;
      const caption = el("figcaption", { hidden: true });
      held = { image, caption, figure: el("figure", {}, zoom, caption), url: "", wanted: "" };
      zoom.onclick = () => held.figure.classList.toggle("large");
      this.figures.set(message.id, held);
    }
    if (held.wanted !== message.picture) {
      held.wanted = message.picture;
      this.load(held, message);
    }
    return held.figure;
  }

  async load(held, message) {
    const { image, caption } = held;
    let url = "";
    try {
      url = URL.createObjectURL(await this.fetched(message.picture));
    } catch {
      if (held.wanted !== message.picture) return;
      held.wanted = "";
      image.parentElement.hidden = true;
      caption.textContent = `${word("picture-missing")}\n${message.alt}`;
      caption.hidden = false;
      return;
    }
    if (held.wanted !== message.picture) {
      URL.revokeObjectURL(url);
      return;
    }
    URL.revokeObjectURL(held.url);
    held.url = url;
    image.src = url;
    image.alt = message.alt;
    image.parentElement.hidden = false;
    caption.hidden = true;
  }

  forget(id) {
    const held = this.figures.get(id);
    if (!held) return;
    held.wanted = "";
    URL.revokeObjectURL(held.url);
    this.figures.delete(id);
  }
}
