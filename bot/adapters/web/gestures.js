// Drawing a finger or the mouse across cards picks all of them, or puts all of them back; pulling
// what is picked up plays it.

const PULL = 44; // pixels upwards after which letting go plays
const STEEP = 1.5; // so much more upwards than sideways is a pull, and no sweep
const FIRST = 10; // pixels after which it is decided which of the two it is

// ``cards``: the elements in a row; ``isPicked`` and ``pick`` ask and set one by its position;
// ``play`` sends what is picked.
export function sweeping(holder, cards, isPicked, pick, play) {
  let from = -1; // where it began, -1 while nothing is pressed
  let begun = null; // the event it began with
  let wanted = true;
  let swept = false;
  let pulled = null; // pixels, once it is a pull
  const under = ({ clientX, clientY }) => {
    const found = document.elementFromPoint(clientX, clientY)?.closest(".card");
    return cards.indexOf(found);
  };
  const lift = (pixels) => {
    holder.classList.toggle("pulled", pixels > 0);
    holder.classList.toggle("ready", pixels >= PULL);
    holder.style.setProperty("--pull", `${Math.min(pixels, 2 * PULL)}px`);
  };
  const decide = (event) => {
    const up = begun.clientY - event.clientY;
    const across = Math.abs(event.clientX - begun.clientX);
    if (Math.max(Math.abs(up), across) < FIRST) return;
    begun.decided = true;
    if (up < STEEP * across) return;
    pulled = up;
    if (!isPicked(from)) pick(from, true);
    holder.setPointerCapture?.(event.pointerId);
  };
  holder.onpointerdown = (event) => {
    from = event.button ? -1 : cards.indexOf(event.target.closest(".card"));
    begun = { clientX: event.clientX, clientY: event.clientY, decided: false };
    swept = false;
    pulled = null;
    wanted = from >= 0 && !isPicked(from);
  };
  holder.onpointermove = (event) => {
    if (from < 0) return;
    if (!begun.decided && !swept) decide(event);
    if (pulled !== null) {
      pulled = Math.max(0, begun.clientY - event.clientY);
      return lift(pulled);
    }
    const at = under(event);
    if (at < 0 || (at === from && !swept)) return;
    swept = true;
    // All between: a quick finger leaves some out.
    for (let one = Math.min(from, at); one <= Math.max(from, at); one += 1) pick(one, wanted);
  };
  holder.onpointerup = () => {
    const plays = pulled !== null && pulled >= PULL;
    swept ||= pulled !== null;
    from = -1;
    pulled = null;
    lift(0);
    if (plays) play();
  };
  holder.onpointercancel = () => {
    from = -1;
    pulled = null;
    lift(0);
  };
  // The press at the end of a sweep or a pull is no press.
  holder.addEventListener("click", (event) => {
    if (!swept || !event.detail) return;
    swept = false;
    event.stopPropagation();
    event.preventDefault();
  }, true);
}
