// Keys that press buttons which name one: a replay goes on and back by the arrows.

const WRITES = "input, textarea, select, [role=group], dialog";

export function startKeys(place) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const free = event.target === document.body || event.target.closest?.(`#${place.id}`);
    if (!free || event.target.closest?.(WRITES)) return;
    const pressed = [...place.querySelectorAll("[data-by]")].find((one) => one.dataset.by === event.key);
    if (!pressed) return;
    event.preventDefault();
    pressed.click();
  });
}
