// What stands in the panes of the page, moved about as little as possible.

import { el, word } from "./draw.js";

// Make ``parent`` hold just these children, moving as little as possible.
export function arrange(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  children.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
}

// What can be pressed on one's own screen is not offered on the board a second time.
export function showOnce(hands, board) {
  const own = new Map([...hands.querySelectorAll("[data-key]")].map((one) => [one.dataset.key, one]));
  for (const row of board.querySelectorAll(".row")) {
    for (const one of row.children) {
      const twin = own.get(one.dataset.key);
      if (twin && one === document.activeElement) twin.focus({ preventScroll: true });
      one.hidden = Boolean(twin);
    }
    row.hidden = [...row.children].every((one) => one.hidden);
  }
}

// The page's icon by its name: told anew, it is fetched and drawn anew.
export function showIcon(name) {
  const link = document.querySelector("link[rel=icon]");
  const path = `/static/${name}.svg`;
  if (link.getAttribute("href") !== path) link.href = path;
}

// Who sits here: pressed, it asks for another name.
export function showName(name) {
  const rename = document.getElementById("rename");
  rename.replaceChildren(el("span", { className: "who" }, word("you", { name: "" })), name);
  rename.ariaLabel = word("you", { name });
  rename.title = word("rename");
  rename.hidden = false;
}
