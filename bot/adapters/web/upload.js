// Files for the game: picked, dropped on the page, or a long text that is pasted.

import { word } from "./draw.js";

const at = (id) => document.getElementById(id);

// Several lines, one of which names what follows: a deal or a record, not a line to say.
function isWritten(text) {
  return /\n/.test(text.trim()) && /[:：]/.test(text);
}

// ``send`` hands in a file with the words to it and gives its answer; ``done`` shows that.
export function startUploads(base, headers, done, tell) {
  async function send(file) {
    const words = at("words").value.trim();
    const say = words.startsWith("/") ? `?say=${encodeURIComponent(words)}` : "";
    try {
      const answer = await fetch(`${base}/file${say}`, { method: "POST", headers: headers(), body: file });
      const found = await answer.json();
      if (say && !found.error) at("words").value = "";
      done(found);
    } catch {
      tell(word("upload-failed"));
    }
  }

  const picker = at("upload");
  at("pick-file").onclick = () => picker.click();
  picker.onchange = () => {
    if (picker.files.length) send(picker.files[0]);
    picker.value = "";
  };
  at("words").addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const file = event.clipboardData?.files[0];
    if (!file && !isWritten(text)) return;
    event.preventDefault();
    send(file ?? new Blob([text], { type: "text/plain" }));
  });
  addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  addEventListener("drop", (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    send(file);
  });
}
