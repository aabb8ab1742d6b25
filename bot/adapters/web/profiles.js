// The people who use this device: whoever else has a name here is a press away.

import { el, word } from "./draw.js";

const list = document.getElementById("household");

// ``done``: somebody else sits here now.
export function startProfiles(seat, done) {
  function one(person) {
    const made = el("button", { type: "button" }, word("be", { name: person.name }));
    made.onclick = () => {
      seat.turn(person);
      done();
    };
    return el("li", {}, made);
  }

  async function show() {
    list.replaceChildren();
    list.replaceChildren(...(await seat.others()).map(one));
  }

  document.getElementById("rename").addEventListener("click", show);
}
