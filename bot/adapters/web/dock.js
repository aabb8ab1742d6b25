// How high one's own screen stands at the lower edge of a telephone, and what hangs from the head of
// the page: told to the style sheets, so that nothing is laid in front of either.

const root = document.documentElement;
const screen = document.getElementById("screen");
const looks = document.getElementById("looks");

function tell(name, pixels) {
  if (pixels) root.style.setProperty(name, `${Math.ceil(pixels)}px`);
  else root.style.removeProperty(name);
}

function measure() {
  const docked = getComputedStyle(screen).position === "sticky";
  tell("--dock", docked ? screen.offsetHeight : 0);
  tell("--looks", looks.matches(":popover-open") ? looks.offsetHeight + 8 : 0);
}

export function startDock() {
  const watching = new ResizeObserver(measure);
  watching.observe(screen);
  watching.observe(looks);
  looks.addEventListener("toggle", () => {
    measure();
    if (looks.matches(":popover-open")) scrollTo(0, 0);
  });
  addEventListener("resize", measure);
}
