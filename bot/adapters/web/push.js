// Being told of one's turn while the page is closed: this device, if its person has said so.

import { word } from "./draw.js";
import { toast } from "./toasts.js";

const button = document.getElementById("push");

function bytes(key) {
  const plain = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

async function subscribed(key) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: bytes(key) };
  try {
    return await pushManager.subscribe(wanted);
  } catch {
    // By another key, as of a program that was set up anew.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(wanted);
  }
}

// ``seat``: whose turn it is that is told of.
export function startPush(seat) {
  if (!isSecureContext || !("PushManager" in window) || !navigator.serviceWorker) return;
  let key = "";

  async function ask(body) {
    const headers = seat.headers("application/json");
    const answer = await fetch(`${seat.base}/push`, { method: "POST", headers, body: JSON.stringify(body) });
    const found = await answer.json();
    if (found.error) throw new Error(found.error);
    key = found.key;
    button.hidden = !key;
    button.ariaChecked = String(Boolean(found.on) && Notification.permission === "granted");
  }

  async function turn(on) {
    if (!on) return ask({ off: true });
    if ((await Notification.requestPermission()) !== "granted") return toast(word("push-refused"), true);
    const made = await subscribed(key);
    await ask({ on: made.toJSON(), lang: document.documentElement.lang });
  }

  button.onclick = async () => {
    button.ariaBusy = "true";
    try {
      await turn(button.ariaChecked !== "true");
    } catch {
      toast(word("push-unknown"), true);
    }
    button.ariaBusy = "false";
  };
  document.getElementById("looks").addEventListener("toggle", (event) => {
    if (event.newState === "open" && seat.name) ask({}).catch(() => (button.hidden = true));
  });
}
