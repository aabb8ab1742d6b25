// The page as an app of its own, where the browser trusts how it came (HTTPS, or this machine): what
// it needs for that, a page for when the server is not there, and the browser's offer as a button.

const button = document.getElementById("install");
const language = document.documentElement.lang;

if (isSecureContext && window === window.top) {
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = `${location.pathname}/manifest.webmanifest?lang=${language}`;
  document.head.append(link);
  // A browser that keeps nothing has none, or refuses.
  navigator.serviceWorker?.register(`/sw.js?lang=${language}`).catch(() => {});
}

addEventListener("beforeinstallprompt", (offer) => {
  offer.preventDefault();
  button.hidden = false;
  button.onclick = () => {
    button.hidden = true;
    offer.prompt();
  };
});
