// The course of a match, drawn: everybody's points from round to round.

import { el, word } from "./draw.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 280; // the drawing's own measures; it is as wide as there is room
const HIGH = 130;
const EDGE = { left: 34, right: 12, top: 10, bottom: 20 };
const SMALL = 4; // people whose points are marked one by one
const CROWD = 6; // so many have a line in a colour of its own, and a name
const FIRST = 4; // of more, those who lead, and oneself

function svg(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// A round step so that three or four lines go across the drawing.
function stepOf(span) {
  const rough = Math.max(span / 3, 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough);
}

const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

// Whose lines are told apart, the best first: of a crowd the first few, the last, and oneself.
function ranked(now, me) {
  const order = now.map((_, seat) => seat).sort((one, other) => now[other] - now[one]);
  if (order.length <= CROWD) return order;
  return order.filter((seat, at) => at < FIRST || at === order.length - 1 || seat === me);
}

// ``course``: after each round the points of all seats, beginning with what they began with;
// ``names`` by seat; ``me``: one's own seat, or null. Null where there is nothing to see yet.
// ``title`` says what it is the course of.
export function chart(course, names, me, title = word("course")) {
  if (!course || course.length < 3 || course[0].length !== names.length) return null;
  const named = ranked(course.at(-1), me);
  const colour = (seat) => (names.length > CROWD ? named.indexOf(seat) : seat) % 6;
  const all = course.flat();
  const [low, high] = [Math.min(...all, 0), Math.max(...all, 0)];
  const step = stepOf(high - low || 1);
  const [from, to] = [Math.floor(low / step) * step, Math.ceil(high / step) * step || step];
  const x = (round) => EDGE.left + (round / (course.length - 1)) * (WIDE - EDGE.left - EDGE.right);
  const y = (points) => EDGE.top + ((to - points) / (to - from)) * (HIGH - EDGE.top - EDGE.bottom);
  const made = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, "aria-hidden": "true" });
  for (let points = from; points <= to; points += step) {
    made.append(svg("line", { class: points ? "rule" : "rule zero", x1: EDGE.left, x2: WIDE - EDGE.right, y1: y(points), y2: y(points) }));
    made.append(svg("text", { class: "scale", x: EDGE.left - 5, y: y(points) + 4, "text-anchor": "end" }, signed(points)));
  }
  const every = Math.ceil((course.length - 1) / 10);
  for (let round = 1; round < course.length; round += every) {
    made.append(svg("text", { class: "scale", x: x(round), y: HIGH - 4, "text-anchor": "middle" }, String(round)));
  }
  const depth = (seat) => named.includes(seat) + (seat === me);
  const order = names.map((_, seat) => seat).sort((one, other) => depth(one) - depth(other));
  for (const seat of order) {
    const places = course.map((points, round) => [x(round), y(points[seat])]);
    const kind = named.includes(seat) ? `course c${colour(seat)}${seat === me ? " own" : ""}` : "course faint";
    made.append(svg("polyline", { class: kind, points: places.map((at) => at.map((one) => one.toFixed(1)).join(",")).join(" ") }));
    const marked = names.length <= SMALL ? places.slice(1) : places.slice(-1);
    if (named.includes(seat)) for (const [cx, cy] of marked) made.append(svg("circle", { class: kind, cx, cy, r: seat === me ? 3.5 : 2.5 }));
  }
  return el("figure", { className: "chart" }, el("figcaption", { className: "legend" }, title), made, legend(named, colour, course.at(-1), names, me));
}

// Who is which line, the best first, with what they have now.
function legend(named, colour, now, names, me) {
  const lines = named.map((seat) =>
    el("li", { className: seat === me ? "own" : "" },
      el("i", { className: `c${colour(seat)}` }), el("span", {}, names[seat]), el("b", { className: "points" }, signed(now[seat]))));
  return el("ol", {}, ...lines);
}
