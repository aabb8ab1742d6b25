// Words that go by themselves, the newest alone.

import { el } from "./draw.js";

const TOAST_MS = 4500; // at least; a long sentence stays until it can have been read
const LETTER_MS = 90;
const TOP = 4; // px from the edge

const place = document.getElementById("toasts");
let timer = 0;

export function toast(text, wrong = false) {
  const made = el("p", { className: wrong ? "toast wrong" : "toast" }, ...[text].flat());
  made.onclick = () => made.remove();
  put(made);
  setTimeout(() => made.remove(), Math.max(TOAST_MS, made.textContent.length * LETTER_MS));
}

// Where whatever can be pressed, or is one's own, stands now.
function needed() {
  const all = document.querySelectorAll("header :is(button, a), main :is(button, a, input, .turn), #hands .message, #say, .panel:popover-open :is(button, input, output)");
  return [...all].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
}

// The newest alone: a pile would hide what it is about.
function put(made) {
  // What was shown last lies above all else, as above a panel that is open.
  place.hidePopover();
  place.showPopover();
  place.replaceChildren(made);
  place.style.top = "";
  clearInterval(timer);
  timer = setInterval(settle, MOMENT);
  settle();
}

const MOMENT = 200; // milliseconds
const STEP = 24; // px between the places that are tried

// It goes where the least lies below it: over the head of the page, under that, or wherever there is
// room further down; anew when what lies there has changed.
function settle() {
  const made = place.firstElementChild;
  if (!made) return clearInterval(timer);
  const { left, right, height } = made.getBoundingClientRect();
  const known = needed().filter((one) => left < one.right && right > one.left);
  const covers = (top) => known.filter((one) => top < one.bottom && top + height > one.top).length;
  const head = document.querySelector("header").getBoundingClientRect().bottom;
  const tops = [TOP, Math.max(head, 0) + TOP];
  for (let top = STEP; top + height < innerHeight - TOP; top += STEP) tops.push(top);
  const all = tops.map(covers);
  const least = Math.min(...all);
  if (!place.style.top || covers(made.getBoundingClientRect().top) > least) place.style.top = `${tops[all.indexOf(least)]}px`;
}

addEventListener("scroll", settle, { passive: true, capture: true });
