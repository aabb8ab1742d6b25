// What a person chooses for this browser: language, colours of the page and of the suits, the order
// of the hand.

const YEAR = 31536000; // seconds

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

// The server puts the words in, so it is told by a cookie; the table comes back by itself.
function speak(language) {
  document.cookie = `lang=${language}; path=/; max-age=${YEAR}; samesite=lax`;
  location.reload();
}

export function startLooks() {
  for (const button of document.querySelectorAll("#looks .segments button")) {
    button.ariaPressed = String(button.value === document.documentElement.lang);
    button.onclick = () => speak(button.value);
  }
  const now = {
    theme: remembered("theme") ?? "auto",
    suits: remembered("suits") ?? "two",
    order: remembered("order") ?? "rank",
    sound: remembered("sound") ?? "off",
  };
  for (const input of document.querySelectorAll("#looks input")) {
    input.checked = now[input.name] === input.value;
    input.onchange = () => {
      remember(input.name, input.value);
      dispatchEvent(new CustomEvent("looks", { detail: { [input.name]: input.value } }));
    };
  }
}
