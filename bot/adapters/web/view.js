// What a message shows: its scene, drawn here, or its picture where it has no scene.

import { play } from "./blocks.js";
import { button, cellsOf, el, word } from "./draw.js";
import { drawnScene, hasCells } from "./scene.js";
import { tab } from "./storage.js";

// What can be chosen on the board of a scene, by the buttons of a message; null if there is nothing.
export function choosable(scene, message, actions) {
  const cells = message && cellsOf(message);
  if (!scene || !cells || !hasCells(scene, cells)) return null;
  return { ...cells, button: (item) => (item.token ? button(item, message, actions) : null) };
}

const TRICKS = "pokertable-tricks";
const TABLES = 3; // whose tricks are kept

// Whether plays are those there were, with or without some more.
function follows(plays, before) {
  const codes = (all) => all.map(({ seat, cards }) => `${seat} ${cards.map(({ face }) => face)}`);
  const now = new Set(codes(plays));
  return codes(before).some((one) => now.has(one));
}

export class MessageView {
  // ``pictures``: those that are fetched; of a scene only when somebody wants to keep it.
  constructor(pictures) {
    this.pictures = pictures;
    // By table: the plays of the trick that lies there, and of the one before.
    this.tricks = new Map(tab.read(TRICKS) ?? []);
  }

  // The trick before the one that lies on the table, as this page has seen it, or as it was when
  // it was opened.
  before(scene) {
    const trick = scene.blocks.find(({ kind }) => kind === "trick");
    const held = this.tricks.get(scene.table) ?? { plays: [], last: scene.before ?? [] };
    const plays = trick && !trick.settled ? trick.plays.filter(({ cards }) => cards.length) : [];
    const last = held.plays.length && !follows(plays, held.plays) ? held.plays : held.last;
    this.keep(scene.table, { plays, last });
    if (!last.length || !trick || trick.settled) return null;
    const made = el("details", { className: "before" }, el("summary", {}, word("last-trick")));
    const lines = () => last.map((one) => el("li", {}, el("b", {}, one.name), ...play(one, 14)));
    made.addEventListener("toggle", () => made.append(el("ol", {}, ...lines())), { once: true });
    made.firstChild.dataset.key = `before ${scene.table}`;
    return made;
  }

  // Loading the page anew does not lose them.
  keep(table, plays) {
    this.tricks.delete(table);
    this.tricks.set(table, plays);
    tab.write(TRICKS, [...this.tricks].slice(-TABLES));
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
    const tools = el("div", { className: "tools" }, this.before(scene), message.alt ? twin : null, message.picture ? save : null);
    return el("figure", { className: "live" }, drawnScene(scene, cells), tools);
  }
}
