// Inviting others: the addresses under which they reach this room, each with a code for a camera, and
// the switch that opens the page to one's own network, for whoever started the program.

import { el, word } from "./draw.js";
import { toast } from "./toasts.js";

const at = (id) => document.getElementById(id);
const FIRST = /^#own=([\w-]{22})$/;
const SVG = "http://www.w3.org/2000/svg";

async function ask(path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, cache: "no-store", body: JSON.stringify(body) });
  return answer.json();
}

// By the address that the program printed at its start: it is shown here for no longer than that.
export async function comesFirst() {
  const found = location.hash.match(FIRST);
  if (!found) return;
  history.replaceState(null, "", location.pathname);
  try {
    await ask("/own", { key: found[1] });
  } catch {
    toast(word("name-failed"), true);
  }
}

// Dark on white in every theme: not every camera reads it the other way round.
function drawnCode({ size, path }) {
  const made = document.createElementNS(SVG, "svg");
  made.setAttribute("viewBox", `0 0 ${size} ${size}`);
  made.setAttribute("aria-hidden", "true");
  made.setAttribute("shape-rendering", "crispEdges");
  const dark = document.createElementNS(SVG, "path");
  dark.setAttribute("d", path);
  made.append(dark);
  return made;
}

export class Invite {
  // ``base``: the path of the room that others are invited into.
  constructor(base) {
    this.base = base;
    this.panel = at("invite");
    this.panel.addEventListener("toggle", (event) => event.newState === "open" && this.fill());
    at("invite-copy").onclick = () => this.copy();
    at("invite-share").onclick = () => this.share();
    at("invite-share").hidden = !navigator.share;
    at("invite-lan").onclick = (event) => this.turn(event.currentTarget.ariaChecked !== "true");
  }

  async fill() {
    try {
      const found = await ask(`${this.base}/invite`, {});
      // The switch is its owner's; whoever else is here on this machine is told where it is.
      const lan = found.lan ? await ask("/own/lan", {}) : {};
      this.show(found, lan);
    } catch {
      toast(word("name-failed"), true);
    }
  }

  show(found, lan) {
    const here = !found.addresses.length;
    this.choose(here ? { url: location.href.split("#")[0] } : found.addresses[0]);
    const others = found.addresses.map((one) => this.choice(one));
    at("invite-others").replaceChildren(...(others.length > 1 ? others : []));
    this.mark();
    at("invite-scan").textContent = word(here ? "invite-here" : "invite-scan");
    at("invite-lan").hidden = !lan.own;
    at("invite-lan").ariaChecked = String(Boolean(lan.open));
    at("invite-how").hidden = !found.lan || Boolean(lan.own) || found.asked;
    at("invite-pin").textContent = lan.pin ? word("invite-pin", { pin: lan.pin }) : "";
    at("invite-asked").textContent = lan.pin ? word("invite-once") : found.asked ? word("invite-asked") : "";
    at("invite-internet").hidden = !found.near;
    at("invite-internet").textContent = word(lan.own ? "invite-internet-own" : "invite-internet");
  }

  choice(one) {
    const made = el("button", { type: "button", value: one.url }, new URL(one.url).host);
    made.onclick = () => {
      this.choose(one);
      this.mark();
    };
    return el("li", {}, made);
  }

  choose(one) {
    this.url = one.url;
    at("invite-address").value = one.url;
    at("invite-code").replaceChildren(...(one.path ? [drawnCode(one)] : []));
  }

  mark() {
    for (const one of at("invite-others").querySelectorAll("button")) {
      one.ariaPressed = String(one.value === this.url);
    }
  }

  async turn(open) {
    const pressed = at("invite-lan");
    pressed.ariaBusy = "true";
    try {
      const found = await ask("/own/lan", { open });
      if (found.error) toast(word(found.error), true);
    } catch {
      toast(word("name-failed"), true);
    }
    pressed.ariaBusy = "false";
    await this.fill();
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.url);
      toast(word(at("invite-code").childElementCount ? "copied" : "copied-local"));
    } catch {
      // No clipboard without https: it is selected, to be copied by hand.
      at("invite-address").select();
      toast(word("copy-self"));
    }
  }

  async share() {
    try {
      await navigator.share({ title: word("title"), url: this.url });
    } catch {
      // They have thought better of it.
    }
  }
}
