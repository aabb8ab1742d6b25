// Faults of what is drawn on the page now, in words: nothing is told where all is well.
() => {
  const faults = [];
  const BOXES = ".seat, .beat, .cell, .chip, .line, .held, button, .button, .blank, .toast, .panel";
  const visible = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const named = (one) => `${one.className || one.tagName} “${one.textContent.trim().slice(0, 16)}”`;
  const heard = (one) => one && (getComputedStyle(one).clipPath !== "none" || heard(one.parentElement));
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode;
    const parent = node.parentElement;
    if (!node.data.trim() || !visible(parent) || parent.closest("#log, header") || heard(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((one) => one.width > 1 && one.height > 1);
    if (rects.length) texts.push({ node, parent, rects });
  }
  for (const { node, parent, rects } of texts) {
    const size = parseFloat(getComputedStyle(parent).fontSize);
    const index = parent.closest(".card :is(.corner b, .corner.joker, .tile-label)");
    if (size < 12) faults.push(`${size} px: ${named(parent)}`);
    if (index && size < 14) faults.push(`index of ${size} px: ${named(parent)}`);
    const lines = new Set(rects.map((one) => Math.round(one.top))).size;
    if (lines > 1 && parent.matches(".points, .sum, .held")) faults.push(`a number in two lines: ${named(parent)}`);
    if (parent.closest(".rolling, .row.offers, .cards:has(.plain)")) continue; // slides sideways
    const card = parent.closest(".card");
    const box = card ? card.querySelector(".scene .drawn") ?? card : parent.closest(BOXES);
    const edge = box?.getBoundingClientRect();
    for (const one of rects) {
      if (one.left < -1 || one.right > innerWidth + 1) faults.push(`beyond the page: ${named(parent)}`);
      const slack = card ? 3 : 1.5;
      if (edge && (one.left < edge.left - slack || one.right > edge.right + slack)) faults.push(`out of its box sideways: ${named(parent)} in ${named(box)}`);
      if (edge && !card && (one.top < edge.top - slack || one.bottom > edge.bottom + slack)) faults.push(`out of its box: ${named(parent)} in ${named(box)}`);
    }
  }
  // What is cut off by its own element.
  for (const one of document.querySelectorAll("#pinned *, #hands *")) {
    const style = getComputedStyle(one);
    if (!visible(one) || style.clipPath !== "none" || one.closest(".rolling, .row.offers, .cards:has(.plain)")) continue;
    if (style.overflowX !== "visible" && one.scrollWidth > one.clientWidth + 1) faults.push(`cut: ${named(one)}`);
  }
  // Words on words, in one pane.
  for (const pane of ["#pinned", "#screen", "#notes"]) {
    const boxes = texts
      .filter(({ parent }) => parent.closest(pane) && !parent.closest(".card .drawn, button.card"))
      .flatMap(({ parent, rects }) => rects.map((rect) => ({ parent, rect })));
    boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => {
      if (a.parent === b.parent) return;
      const wide = Math.min(a.rect.right, b.rect.right) - Math.max(a.rect.left, b.rect.left);
      const high = Math.min(a.rect.bottom, b.rect.bottom) - Math.max(a.rect.top, b.rect.top);
      if (wide > 1 && high > 4) faults.push(`over each other: ${named(a.parent)} and ${named(b.parent)}`);
    }));
  }
  // What cannot be pressed yet, before what comes next.
  for (const bar of document.querySelectorAll(".bar")) {
    const all = [...bar.querySelectorAll("button")].filter(visible);
    const off = all.findIndex((one) => one.ariaDisabled === "true");
    const next = all.findIndex((one) => one.matches(".primary:not([aria-disabled=true])"));
    if (off >= 0 && off < next) faults.push(`off before what comes next: ${named(all[off])}`);
  }
  // Seats and what lies between them.
  const things = [...document.querySelectorAll("#pinned .scene :is(.seat, .beat, .block, .strip)")].filter(visible);
  things.forEach((a, i) => things.slice(i + 1).forEach((b) => {
    if (a.contains(b) || b.contains(a)) return;
    const [one, two] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
    const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
    if (wide > 1 && high > 1) faults.push(`over each other: ${named(a)} and ${named(b)}`);
  }));
  // Cards that were played, beyond the place of whoever played them.
  for (const row of document.querySelectorAll(".seat .fan")) {
    const [last, seat] = [row.lastElementChild?.querySelector(".drawn") ?? row, row.closest(".seat")];
    const over = last.getBoundingClientRect().right - seat.getBoundingClientRect().right;
    if (visible(row) && over > 1) faults.push(`cards out of their place: ${named(seat)} by ${Math.round(over)} px`);
  }
  // The index of a card, below the next one of its row.
  for (const row of document.querySelectorAll("#pinned .fan, #hands .cards")) {
    const cards = [...row.children].filter((one) => one.matches(".card"));
    cards.slice(1).forEach((next, at) => {
      const mark = cards[at].querySelector(".corner b, .corner.joker, .tile-label");
      if (!mark) return;
      const range = document.createRange();
      range.selectNodeContents(mark);
      const [sign, cover] = [range.getBoundingClientRect(), next.getBoundingClientRect()];
      const beside = Math.abs(cards[at].offsetTop - next.offsetTop) < 4;
      if (beside && sign.right > cover.left + 2) faults.push(`covered: ${named(cards[at])} by ${Math.round(sign.right - cover.left)} px`);
    });
  }
  // A word of a name that is broken where it has room for itself.
  for (const name of document.querySelectorAll(".seat .name")) {
    const text = name.firstChild;
    if (!visible(name) || text?.nodeType !== Node.TEXT_NODE) continue;
    const { paddingLeft, paddingRight } = getComputedStyle(name.closest(".seat"));
    const room = name.closest(".seat").clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    for (const { 0: word, index } of text.data.matchAll(/[A-Za-z]{3,}/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const parts = [...range.getClientRects()];
      const width = parts.reduce((sum, one) => sum + one.width, 0);
      if (new Set(parts.map(({ top }) => Math.round(top))).size > 1 && width < room) faults.push(`broken word: ${named(name)}`);
    }
  }
  const unknown = [...document.querySelectorAll(".unknown")].map((one) => `unknown block ${one.textContent}`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`wider than the page: ${document.documentElement.scrollWidth}`);
  return [...new Set([...faults, ...unknown])];
}
