// A hand under the keyboard. Arrows left and right go from card to card, up raises and down lowers,
// space does either; enter raises a card and, on one that is raised, plays; h is 提示, and escape
// lowers all. Tab stops at every card as at any button.

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

// ``cards``: the buttons in their order. ``hand``: what can be done with it: isPicked and pick by
// position, play, hint and clear.
export function keyed(form, cards, hand) {
  form.addEventListener("keydown", (event) => {
    const at = cards.indexOf(event.target.closest("button.card"));
    if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in STEPS) cards[Math.max(0, Math.min(cards.length - 1, at + STEPS[event.key]))].focus();
    else if (event.key === "ArrowUp") hand.pick(at, true);
    else if (event.key === "ArrowDown") hand.pick(at, false);
    else if (event.key === "Enter" && hand.isPicked(at)) hand.play();
    else if (event.key === "Escape") hand.clear();
    else if (event.key === "h") hand.hint();
    else return;
    event.preventDefault();
  });
}
