// Where the keyboard is must not change because something is drawn anew.

// The control of this key, in the same pane if it is there.
export function control(key, pane) {
  const all = [...document.querySelectorAll("[data-key]")].filter((one) => one.dataset.key === key);
  return all.find((one) => pane?.contains(one)) ?? all[0] ?? null;
}

// Do ``change`` and put the keyboard back: on what it was on, on its like, or on its pane.
export function keepingFocus(change) {
  const active = document.activeElement;
  const pane = active?.closest("section");
  change();
  if (!pane || document.activeElement === active) return;
  if (document.activeElement !== document.body) return; // somebody put it elsewhere on purpose
  const like = active.isConnected ? active : active.dataset.key && control(active.dataset.key, pane);
  (like || pane).focus({ preventScroll: true });
}
