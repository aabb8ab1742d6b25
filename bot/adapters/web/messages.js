// What a message is to its reader, and which of many is the table that is pinned.

export function canAct(message) {
  return message.rows.length > 0 || message.pickers.length > 0;
}

// Whether it is the same in every word and button: only how long it still lasts may differ, which is
// told at the head of the page.
export function isAlike(message, other) {
  const drawn = (one) => JSON.stringify(one && { ...one, left: null, ends: null });
  return message === other || drawn(message) === drawn(other);
}

export function isBoard(message) {
  return canAct(message) || Boolean(message.picture) || Boolean(message.scene);
}

// Told once, and nothing to do: whoever has read it may put it away.
export function isWords(message) {
  return !isBoard(message) && !message.title && !message.file;
}

// ``inSight``: the table that it shows is in sight already.
export function isEmpty(message, inSight) {
  return !canAct(message) && !message.picture && (!message.scene || inSight) && !message.text && !message.facts.length && !message.file;
}

// Without how other tables than this one ended: a finished lesson does not lie below the next hand, nor
// over the next table's buttons.
export function withoutOver(messages, table) {
  const over = (one) => isBoard(one) && !canAct(one) && one.scene && one.scene.table !== table;
  return table ? messages.filter((one) => !over(one)) : messages;
}

// Whether a scene shows what was played, or how it was settled, by itself.
export function showsPlays(scene) {
  return Boolean(scene?.blocks.some(({ kind, plays }) => (kind === "trick" && plays.length) || kind === "lines"));
}

// The table on which people play is pinned, whatever was called meanwhile; else the newest board;
// when all are retired, the newest picture stays to be looked at.
export function pinnedOf(messages) {
  const boards = [...messages.values()].filter(isBoard);
  const live = boards.filter((one) => !one.retired);
  return live.findLast((one) => one.on) ?? live.at(-1) ?? boards.at(-1) ?? null;
}

// What was called after the pinned board came stands open beside it; older ones are folded.
export function isCall(message, all, pinned) {
  return canAct(message) && !message.retired && all.indexOf(message) > all.indexOf(pinned);
}
