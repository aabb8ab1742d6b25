// Small sounds, made here and now: nothing is fetched. Off until somebody wants them.

import { remembered } from "./looks.js";

const KEY = "sound";
const LOUD = 0.12; // of all that a speaker can do
let context = null;
let wanted = remembered(KEY) === "on";

addEventListener("looks", ({ detail }) => {
  if (!(KEY in detail)) return;
  wanted = detail[KEY] === "on";
  if (wanted) heard(["turn"]);
});

// A browser lets a page be heard only once somebody has touched it.
function opened() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume().catch(() => {});
  return context;
}

function shaped(at, loud, long) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud * LOUD, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  gain.connect(context.destination);
  return gain;
}

function tone(at, pitch, long, loud = 1) {
  const voice = context.createOscillator();
  voice.type = "triangle";
  voice.frequency.value = pitch;
  voice.connect(shaped(at, loud, long));
  voice.start(at);
  voice.stop(at + long);
}

// Paper on felt: a breath of noise.
function rustle(at, pitch, long, loud = 1) {
  const count = Math.ceil(context.sampleRate * long);
  const buffer = context.createBuffer(1, count, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < count; index += 1) data[index] = Math.random() * 2 - 1;
  const noise = context.createBufferSource();
  noise.buffer = buffer;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  noise.connect(band);
  band.connect(shaped(at, 2 * loud, long));
  noise.start(at);
}

const SOUNDS = {
  play: (at) => rustle(at, 2600, 0.07),
  deal: (at) => [0, 0.05, 0.1, 0.15].forEach((later) => rustle(at + later, 3200, 0.05, 0.7)),
  take: (at) => rustle(at, 1200, 0.14, 0.8),
  paid: (at) => [1318, 1760].forEach((pitch, index) => tone(at + index * 0.06, pitch, 0.16, 0.6)),
  settle: (at) => [523, 659, 784].forEach((pitch, index) => tone(at + index * 0.08, pitch, 0.3, 0.7)),
  turn: (at) => [659, 880].forEach((pitch, index) => tone(at + index * 0.11, pitch, 0.24)),
};

// Let what happened be heard, the same thing once.
export function heard(names) {
  if (!wanted || !names.length || !window.AudioContext) return;
  const { currentTime } = opened();
  for (const name of new Set(names)) SOUNDS[name]?.(currentTime + 0.01);
}
