// What a message shows: its scene, drawn here, or its picture where it has no scene.

import { el, word } from "./draw.js";
import { drawnScene } from "./scene.js";

export class Live {
  // ``pictures``: those that are fetched; of a scene only when somebody wants to keep it.
  constructor(pictures) {
    this.pictures = pictures;
  }

  // The figure of a message, or null. ``scene`` may be the same table as its reader sees it, and
  // ``cells`` the buttons for the places of its board.
  figure(message, place, scene = message.scene, cells = null) {
    if (!scene) return message.scene ? null : this.pictures.figure(message, place);
    const twin = el("details", { className: "twin" }, el("summary", {}, word("as-words")));
    twin.firstChild.dataset.key = `words ${message.id}`;
    twin.append(el("p", {}, message.alt));
    const save = el("button", { type: "button", className: "quiet" }, word("save-picture"));
    save.dataset.key = `picture ${message.id}`;
    save.onclick = () => this.pictures.save(message, scene.title);
    const tools = el("div", { className: "tools" }, message.alt ? twin : null, message.picture ? save : null);
    return el("figure", { className: "live" }, drawnScene(scene, cells), tools);
  }
}
