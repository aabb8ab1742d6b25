// How high one's own screen stands at the lower edge of a telephone, and what hangs from the head of
// the page: told to what might be laid in front of either.

const root = document.documentElement;
const [screen, board, ...floating] = ["screen", "board", "toasts", "notes", "looks", "devices", "invite"].map((id) => document.getElementById(id));
const panels = floating.slice(2);
const told = new Map();

// To these alone: what the root of the page is told, every element is styled anew for.
function tell(name, pixels, elements) {
  if (told.get(name) === pixels) return;
  told.set(name, pixels);
  for (const one of elements) {
    if (pixels) one.style.setProperty(name, `${pixels}px`);
    else one.style.removeProperty(name);
  }
}

function measure() {
  const docked = getComputedStyle(screen).position === "sticky";
  const height = docked ? Math.ceil(screen.offsetHeight) : 0;
  tell("--dock", height, floating);
  tell("scroll-padding-bottom", height, [root]);
  const open = panels.find((panel) => panel.matches(":popover-open"));
  tell("--hang", open ? Math.ceil(open.offsetHeight) + 8 : 0, [board]);
}

export function startInsets() {
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
