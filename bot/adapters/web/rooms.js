// From one room to another in the same tab, and back.

import { tab } from "./storage.js";

const FROM = "pokertable-from ";

// This room is where one comes back to from the room of this address.
export function leaveFor(address) {
  tab.write(FROM + address, location.pathname);
}

// Show the way back to the room whose button opened this one; nothing if none did.
export function showBack(link) {
  const from = tab.read(FROM + location.pathname);
  link.hidden = !from;
  if (from) link.href = from;
}
