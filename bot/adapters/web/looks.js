// How the page looks to its person: what they have chosen holds on all their devices, and is kept
// here too, so that no page is drawn in the wrong colours before the server has said it.

import { SEAT } from "./person.js";
import { tab } from "./storage.js";

const YEAR = 31536000; // seconds
const ONCE = 20;
const PLAIN = { theme: "auto", suits: "two", order: "rank", cards: "normal", zone: "auto", motion: "auto", sound: "off", talk: "on" };
const SPOKEN = "pokertable-spoken";

export function remembered(key) {
  try {
    return localStorage.getItem(`pokertable-${key}`);
  } catch {
    return null; // a browser that keeps nothing
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(`pokertable-${key}`, value);
  } catch {
    // It holds as long as the page.
  }
}

const controls = () => document.querySelectorAll("#looks :is(input, select)");

// The server puts the words in, so it is told by a cookie; the table comes back by itself. Of a tab
// that is not of whoever the browser belongs to it is told for this one time.
function speak(language) {
  const age = tab.read(SEAT) ? ONCE : YEAR;
  document.cookie = `lang=${language}; path=/; max-age=${age}; samesite=lax`;
  tab.write(SPOKEN, language);
  location.reload();
}

function show(key, value) {
  for (const one of controls()) {
    if (one.name !== key) continue;
    if (one.type === "radio") one.checked = one.value === value;
    else one.value = value;
  }
}

function take(key, value) {
  remember(key, value);
  show(key, value);
  dispatchEvent(new CustomEvent("looks", { detail: { [key]: value } }));
}

// What the server knows of this person: chosen on another device, or in another tab. ``id``: of whom,
// when all of it is told; of somebody else than before nothing stays as it was.
export function worn(looks, id = "") {
  const { language, ...chosen } = looks;
  const another = id && remembered("worn") && remembered("worn") !== id;
  const others = another ? { ...PLAIN, ...chosen } : chosen;
  if (id) remember("worn", id);
  if (tab.read(SPOKEN) === document.documentElement.lang) tab.write(SPOKEN, null);
  for (const [key, value] of Object.entries(others)) {
    if ((remembered(key) ?? PLAIN[key]) !== value) take(key, value);
  }
  // Once: where the cookie is refused the page would come back as it was.
  if (language && language !== document.documentElement.lang && tab.read(SPOKEN) !== language) speak(language);
}

// ``keep`` has the server keep one choice; nothing where nobody sits here yet.
export function startLooks(keep) {
  for (const button of document.querySelectorAll("#looks .segments button")) {
    button.ariaPressed = String(button.value === document.documentElement.lang);
    button.onclick = async () => {
      await keep("language", button.value);
      speak(button.value);
    };
  }
  for (const [key, plain] of Object.entries(PLAIN)) show(key, remembered(key) ?? plain);
  for (const one of controls()) {
    one.onchange = () => {
      take(one.name, one.value);
      keep(one.name, one.value);
    };
  }
}
