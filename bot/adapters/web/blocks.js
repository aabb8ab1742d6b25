// The blocks of a scene, each by itself. Which game it is makes no difference here.

import { chart } from "./chart.js";
import { el } from "./draw.js";
import { blank, lying } from "./faces.js";

function titled(title, ...inside) {
  const head = title ? el("p", { className: "legend" }, title) : null;
  return el("div", { className: "block" }, head, ...inside);
}

function note(words) {
  return words ? el("p", { className: "dim" }, words) : null;
}

// Cards side by side that overlap where there is little room: in rows of ``most`` at most.
export function fan(items, most) {
  const rows = Math.max(1, Math.ceil(items.length / most));
  const each = Math.ceil(items.length / rows);
  const made = [];
  for (let at = 0; at < items.length; at += each) {
    made.push(el("ul", { className: "fan" }, ...items.slice(at, at + each)));
  }
  return el("div", { className: "fans" }, ...made);
}

function cards(block) {
  const chosen = new Set(block.chosen);
  const lain = block.cards.map((card, at) => lying(card, chosen.has(at) ? "chosen" : ""));
  const backs = Array.from({ length: block.backs }, () => blank("back"));
  const places = Array.from({ length: block.places }, () => blank("place"));
  const items = [...lain, ...backs, ...places];
  if (block.pile && !items.length) items.push(blank("place"));
  const laid = items.length ? fan(items, 14) : null;
  if (block.stack > 1) laid.classList.add("stacked");
  const words = items.length ? null : note(block.nothing);
  return titled(block.title, laid, words, note(block.count), note(block.note));
}

// Points, with the sign and the colour of what was won or lost.
export function points(words, ahead) {
  return words ? el("span", { className: ahead ? "points ahead" : "points" }, words) : null;
}

export function chip(words, kind = "") {
  return words ? el("span", { className: `chip ${kind}` }, words) : null;
}

export function play(one, most) {
  const laid = one.cards.length ? fan(one.cards.map((card) => lying(card)), most) : null;
  const said = [chip(one.mark, one.tint || "dark"), one.label ? el("span", {}, one.label) : null];
  return [laid, said.some(Boolean) ? el("p", { className: "said" }, ...said) : null];
}

function settled(one) {
  const ahead = one.won || one.points.startsWith("+");
  const marks = one.row ? [chip(one.row.team, "dark"), ...one.row.marks.map((mark) => chip(mark))] : [];
  const name = el("span", { className: "stand" }, el("b", {}, one.name), ...marks);
  const sum = one.row && one.row.score !== one.points ? el("span", { className: "sum" }, one.row.score) : null;
  const who = el("p", { className: "who" }, name, el("span", { className: "stand" }, points(one.points, ahead), sum));
  return el("div", { className: one.won ? "line won" : "line" }, who, ...play(one, 14));
}

// Plays one below the other: a showdown, or those of nobody who sits here.
export function plays(block) {
  return titled(block.title, ...block.plays.map(settled));
}

// ``press`` makes the button of a place that can be chosen, or gives null.
function cell(one, press) {
  const kind = `cell ${one.tint}${one.lit ? " lit" : ""}${one.dim ? " faded" : ""}`;
  const words = one.words ? el("span", { className: "words" }, one.words) : null;
  const lain = one.card ? el("ul", {}, lying(one.card)) : null;
  const button = press();
  if (!button) return el("div", { className: kind }, lain, words);
  button.className = `${kind} free`;
  button.replaceChildren(...[lain, words].filter(Boolean));
  return button;
}

function grid(block, cells) {
  const fits = cells?.columns === block.columns && cells.items.length === block.cells.length;
  const made = block.cells.map((one, at) => cell(one, () => (fits ? cells.button(cells.items[at]) : null)));
  const board = el("div", { className: "cells" }, ...made);
  board.style.setProperty("--columns", block.columns);
  for (const line of block.lines) for (const at of line) board.children[at].classList.add("scored");
  return titled(block.title, board, note(block.note));
}

function boards(block) {
  const made = block.boards.map((one) => grid(one));
  return titled(block.title, el("div", { className: "boards" }, ...made));
}

function table(block) {
  const numbers = new Set(block.numbers);
  const row = (tag, words, kind) =>
    el("tr", { className: kind }, ...words.map((word, at) =>
      el(tag, { className: numbers.has(at) ? "number" : "" }, word)));
  const head = block.header.some(Boolean) ? el("thead", {}, row("th", block.header, "")) : null;
  const kind = (at) => (block.bright.includes(at) ? "bright" : block.dim.includes(at) ? "faded" : "");
  const body = el("tbody", {}, ...block.rows.map((words, at) => row("td", words, kind(at))));
  const made = el("div", { className: "rolling" }, el("table", {}, head, body));
  made.tabIndex = 0;
  made.setAttribute("role", "group");
  made.ariaLabel = block.title;
  return titled(block.title, made);
}

// What is still out: what it is above, how many below.
function tally(block) {
  const kind = (one) => (one.left <= 0 ? "gone" : one.left === one.all && one.all > 1 ? "whole" : "");
  const made = block.counts.map((one) =>
    el("div", { className: kind(one) }, el("dt", {}, one.label), el("dd", {}, String(one.left))));
  return titled(block.title, el("dl", { className: "tally" }, ...made));
}

// Points over time; in words alone where there is no line yet.
function course(block) {
  return chart(block.points, block.names, block.me, block.title) ?? titled(block.title);
}

function lamps(block) {
  const made = block.labels.map((words, at) =>
    el("li", { className: at < block.lit ? "lit" : "" }, words));
  const row = el("ul", { className: "lamps" }, ...made);
  return titled(block.title, row);
}

export function facts(block) {
  const made = block.facts.map(({ label, value, number, good }) => {
    const kind = `${number ? "number" : ""}${good ? " good" : ""}`;
    return el("div", { className: kind }, el("dt", {}, label), el("dd", {}, value));
  });
  return el("dl", { className: "strip" }, ...made);
}

function lines(block) {
  return el("div", { className: "block" }, ...block.lines.map((words) => el("p", {}, words)));
}

function stage(block) {
  const placed = (one) => {
    const marks = one.marks.map((mark) => chip(mark));
    const kind = `line${one.won ? " won" : ""}${one.dim ? " faded" : ""}`;
    return el("p", { className: kind }, el("b", {}, one.name), ...marks, points(one.score, one.ahead));
  };
  const tables = block.tables.map((rows) => el("div", { className: "group" }, ...rows.map(placed)));
  return titled(block.title, el("div", { className: "groups" }, ...tables));
}

function row(block) {
  return el("div", { className: "abreast" }, ...block.blocks.map(cards));
}

const DRAWN = { cards, trick: plays, grid, boards, table, tally, course, lamps, facts, lines, stage, row };

// A block as an element; one of a kind that is not known says so to whoever looks for it.
// ``cells``: the buttons of the board, if there is one to choose from.
export function drawnBlock(block, cells) {
  const draw = DRAWN[block.kind];
  if (!draw) return el("p", { className: "unknown" }, block.kind);
  const made = draw(block, cells);
  made.dataset.kind = block.kind;
  return made;
}
