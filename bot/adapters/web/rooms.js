// From one room to another in the same tab, and back.

import { tab } from "./storage.js";

const FROM = "pokertable-from ";
const JOIN = "pokertable-join";

// Where a button that opens a room leads, without what is to be done there.
export function roomOf(address) {
  return address.split("#")[0];
}

// This room is where one comes back to from the room of this address. Only a press says that one
// wants to sit down there: whoever sends somebody an address seats nobody.
export function leaveFor(address) {
  const [room, wish] = address.split("#");
  tab.write(FROM + room, location.pathname);
  if (wish === "join") tab.write(JOIN, room);
}

// Whether one came here to sit down; it is asked once.
export function comesToJoin() {
  const found = tab.read(JOIN) === location.pathname;
  if (found) tab.write(JOIN, null);
  return found;
}

// Show the way back to the room whose button opened this one; nothing if none did.
export function showBack(link) {
  const from = tab.read(FROM + location.pathname);
  link.hidden = !from;
  if (from) link.href = from;
}
