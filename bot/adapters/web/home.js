// What there is beside this room, where nothing is on in it: tables that are open to everybody, one's
// own rooms, and the people one has played with. What there is not is not spoken of.

import { drawn } from "./draw.js";

// ``actions``: as messages are drawn with (draw.js), and ``ask``: sends a frame and hears its answer.
export class Home {
  constructor(actions) {
    this.actions = actions;
    this.place = document.getElementById("home");
  }

  // Ask anew, if that is what is in sight.
  show(wanted) {
    this.place.replaceChildren();
    if (!wanted) return;
    this.actions.ask({ press: "m1:home" }, ({ note }) => this.place.replaceChildren(...(note ? [drawn(note, this.actions, null)] : [])));
  }
}
