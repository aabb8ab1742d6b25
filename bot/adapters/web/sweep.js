// Drawing a finger or the mouse across cards picks all of them, or puts all of them back.

// ``cards``: the elements in a row; ``isPicked`` and ``pick`` ask and set one by its position.
export function sweeping(holder, cards, isPicked, pick) {
  let from = -1; // where it began, -1 while nothing is pressed
  let wanted = true;
  let swept = false;
  const under = ({ clientX, clientY }) => {
    const found = document.elementFromPoint(clientX, clientY)?.closest(".card");
    return cards.indexOf(found);
  };
  holder.onpointerdown = (event) => {
    from = event.button ? -1 : cards.indexOf(event.target.closest(".card"));
    swept = false;
    wanted = from >= 0 && !isPicked(from);
  };
  holder.onpointermove = (event) => {
    if (from < 0) return;
    const at = under(event);
    if (at < 0 || (at === from && !swept)) return;
    swept = true;
    // All between: a quick finger leaves some out.
    for (let one = Math.min(from, at); one <= Math.max(from, at); one += 1) pick(one, wanted);
  };
  holder.onpointerup = holder.onpointercancel = () => (from = -1);
  // The press at the end of a sweep is no press.
  holder.addEventListener("click", (event) => {
    if (!swept || !event.detail) return;
    swept = false;
    event.stopPropagation();
    event.preventDefault();
  }, true);
}
