// The page that checks a shuffle. The file that is picked is read here and sent nowhere.

import { check, remarks } from "./shuffle_check.js";

const at = (id) => document.getElementById(id);
const results = [...document.querySelectorAll("#results > p")];

// What the texts of each remark are called in its words.
const NAMES = {
    word: ["seat", "word"], gone: ["seat"], alone: [], pack: ["times", "cards", "kinds"], number: ["times", "below"],
    seated: ["deal", "table", "places"],
    beacon: ["beacon", "chain", "round", "time", "number"], stranger: ["beacon", "chain", "round", "time", "number"],
};

function shown(name, text) {
    if (name === "seat" || name === "places") return text.replace(/\d+/g, (place) => String(Number(place) + 1));
    return name === "time" ? new Date(Number(text) * 1000).toLocaleString(document.documentElement.lang) : text;
}

function told([what, ...texts]) {
    const values = Object.fromEntries(NAMES[what].map((name, i) => [name, shown(name, texts[i])]));
    const line = document.createElement("li");
    const words = at(`remark-${what}`).content.textContent;
    line.textContent = words.replace(/\{ \$(\w+) \}/g, (_, name) => values[name]);
    return line;
}

function show(id, place = 0, record = null) {
    for (const result of results) result.hidden = result.id !== id;
    const which = at(id).querySelector("span");
    if (which) which.textContent = String(place + 1);
    at("look").hidden = record === null;
    at("remarks").replaceChildren(...(record === null ? [] : remarks(record).map(told)));
}

async function checked() {
    const [file] = at("file").files;
    if (!file) return;
    let record = null;
    try {
        record = JSON.parse(await file.text());
    } catch {
        show("wrong-form");
        return;
    }
    const fault = check(record, at("shown").value);
    if (fault) show(`wrong-${fault.where}`, fault.at);
    else show(at("shown").value.trim() ? "right" : "unseen", 0, record);
}

at("file").onchange = checked;
at("shown").oninput = checked;
