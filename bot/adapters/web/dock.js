// How high one's own screen stands at the lower edge of a telephone, and what hangs from the head of
// the page: told to the style sheets, so that nothing is laid in front of either.

const root = document.documentElement;
const screen = document.getElementById("screen");
const panels = ["looks", "devices"].map((id) => document.getElementById(id));

function tell(name, pixels) {
  if (pixels) root.style.setProperty(name, `${Math.ceil(pixels)}px`);
  else root.style.removeProperty(name);
}

function measure() {
  const docked = getComputedStyle(screen).position === "sticky";
  tell("--dock", docked ? screen.offsetHeight : 0);
  const open = panels.find((panel) => panel.matches(":popover-open"));
  tell("--panel", open ? open.offsetHeight + 8 : 0);
}

export function startDock() {
  const watching = new ResizeObserver(measure);
  watching.observe(screen);
  for (const panel of panels) {
    watching.observe(panel);
    panel.addEventListener("toggle", () => {
      measure();
      if (panel.matches(":popover-open")) scrollTo(0, 0);
    });
  }
  addEventListener("resize", measure);
}
