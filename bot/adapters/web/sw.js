// What stays when the page is closed, or its server not there: a page that says so, in the reader's
// language, and the word that it is one's turn. Nothing
// of a room or a person is kept.

const language = new URL(location.href).searchParams.get("lang");
const SHELL = `/offline/${language}`;
const FILES = [SHELL, ...["style.css", "controls.css", "theme.js", "offline.js", "icon.svg"].map((name) => `/static/${name}`)];
const KEPT = `shell ${language}`;

async function keep() {
  const kept = await caches.open(KEPT);
  await kept.addAll(FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

async function forgetOthers() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await clients.claim();
}

async function orKept(request, file) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(file)) ?? Response.error();
  }
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keep());
});
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.mode === "navigate") event.respondWith(orKept(event.request, SHELL));
  else if (origin === location.origin && FILES.includes(pathname)) event.respondWith(orKept(event.request, pathname));
});

// One's turn, while the page is closed: the server says the words, and where it is.

addEventListener("push", (event) => {
  const { title, body, url } = event.data.json();
  const shown = { body, tag: "turn", renotify: true, icon: "/static/icon-192.png", lang: language, data: url };
  event.waitUntil(registration.showNotification(title, shown));
});

async function comeTo(url) {
  const pages = await clients.matchAll({ type: "window" });
  const open = pages.find((one) => new URL(one.url).pathname === url);
  return open ? open.focus() : clients.openWindow(url);
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(comeTo(event.notification.data));
});
