// The page that checks a shuffle. The file that is picked is read here and sent nowhere.

import { check } from "./shuffle_check.js";

const at = (id) => document.getElementById(id);
const results = [...document.querySelectorAll("#results > p")];

function show(id, place = 0) {
    for (const result of results) result.hidden = result.id !== id;
    const which = at(id).querySelector("span");
    if (which) which.textContent = String(place + 1);
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
    else show(at("shown").value.trim() ? "right" : "unseen");
}

at("file").onchange = checked;
at("shown").oninput = checked;
