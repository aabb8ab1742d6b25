// Telegram's client, as the page knows a host (base.js of the page). Loaded after Telegram's own
// script, which does the talking; what an older client cannot do is left out.

(() => {
  const app = window.Telegram.WebApp;
  const root = document.documentElement;
  const can = (version) => app.isVersionAtLeast(version);
  let done = null; // what going back closes

  function chosen() {
    try {
      return localStorage.getItem("pokertable-theme");
    } catch {
      return null;
    }
  }

  // Light or dark as the client is, unless the page was told otherwise; its bars as the page is.
  function themed() {
    if (!["light", "dark"].includes(chosen())) root.dataset.theme = app.colorScheme;
    const felt = getComputedStyle(root).getPropertyValue("--felt").trim();
    if (!can("6.1") || !/^#[0-9a-f]{6}$/i.test(felt)) return;
    app.setBackgroundColor(felt);
    if (can("6.9")) app.setHeaderColor(felt);
  }

  function begin() {
    app.ready();
    app.expand();
    if (can("7.7")) app.disableVerticalSwipes(); // cards are drawn over, too
    if (can("8.0") && ["android", "ios"].includes(app.platform) && !app.isFullscreen) app.requestFullscreen();
    themed();
  }

  app.onEvent("themeChanged", themed);
  addEventListener("looks", themed);
  if (can("6.1")) app.BackButton.onClick(() => done?.());

  window.chatHost = {
    proof: async () => app.initData,
    begin,
    shows(turn, closes) {
      done = closes;
      if (can("6.1")) closes ? app.BackButton.show() : app.BackButton.hide();
      if (can("6.2")) turn ? app.enableClosingConfirmation() : app.disableClosingConfirmation();
    },
    called: () => can("6.1") && app.HapticFeedback.notificationOccurred("success"),
    pressed: () => can("6.1") && app.HapticFeedback.impactOccurred("light"),
    seen: () => !document.hidden && app.isActive !== false,
    alone: !app.initData, // no client of Telegram has opened it
    close: () => app.close(),
  };
})();
