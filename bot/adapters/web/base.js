// Where this page stands: below a room's path, or below the door for another platform's clients
// (/frame/<platform>); and there who speaks with the client, as that platform's own script says it.

const door = location.pathname.match(/^.*?\/(?:r|frame)\/[^/]+/);
const { frame } = document.body.dataset;

// A platform's own proxy may show the page at a path of its own: what it needs is below the door.
export const base = door ? door[0] : frame ? `/frame/${frame}` : location.pathname;

// Null on the page by itself. Else: ``proof(ask)`` of who looks, where ``ask`` gets what it has to
// answer to from the server, ``begin()`` once it is drawn,
// ``shows(turn, done)`` whether one is asked, and what is closed by going back or null,
// ``called()`` to one's turn, ``pressed()``, ``seen()`` whether it is in sight, ``close()``, and
// ``alone`` where no client has opened it and nothing is to be closed.
export const host = window.chatHost ?? null;

// What speaks with the client was kept away: what it says instead stands in fallback.js.
if (document.body.dataset.frame && !host) throw new Error("no client");
