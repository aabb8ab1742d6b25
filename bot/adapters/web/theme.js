// Runs before anything is drawn, so that no page flashes in the wrong colours.
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = {};
  try {
    for (const key of ["theme", "suits", "order", "cards", "zone", "motion", "sound"]) chosen[key] = localStorage.getItem(`pokertable-${key}`);
  } catch {
    // A browser that keeps nothing: as it comes.
  }
  const apply = (event) => {
    Object.assign(chosen, event?.detail);
    const own = ["light", "dark"].includes(chosen.theme) ? chosen.theme : null;
    root.dataset.theme = own ?? (dark.matches ? "dark" : "light");
    root.dataset.suits = chosen.suits === "four" ? "four" : "two";
    root.dataset.order = ["suit", "shape"].includes(chosen.order) ? chosen.order : "rank";
    root.dataset.cards = chosen.cards === "large" ? "large" : "normal";
    root.dataset.zone = chosen.zone ?? "auto";
    root.dataset.motion = chosen.motion === "off" ? "off" : "auto";
    root.dataset.sound = chosen.sound === "on" ? "on" : "off";
  };
  dark.addEventListener("change", () => apply());
  addEventListener("looks", apply);
  apply();
})();
