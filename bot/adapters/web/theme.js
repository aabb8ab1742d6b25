// Runs before anything is drawn, so that no page flashes in the wrong colours.
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = {};
  try {
    for (const key of ["theme", "suits", "order"]) chosen[key] = localStorage.getItem(`pokertable-${key}`);
  } catch {
    // A browser that keeps nothing: as it comes.
  }
  const apply = (event) => {
    Object.assign(chosen, event?.detail);
    const own = ["light", "dark"].includes(chosen.theme) ? chosen.theme : null;
    root.dataset.theme = own ?? (dark.matches ? "dark" : "light");
    root.dataset.suits = chosen.suits === "four" ? "four" : "two";
    root.dataset.order = ["suit", "shape"].includes(chosen.order) ? chosen.order : "rank";
  };
  dark.addEventListener("change", () => apply());
  addEventListener("looks", apply);
  apply();
})();
