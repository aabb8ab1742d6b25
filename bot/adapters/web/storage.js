// What a tab or a browser keeps. One that keeps nothing forgets it with the page, and all else works.

function keeper(storage) {
  const here = new Map();
  return {
    // What was written under a key, as long as it can be kept; null if there is nothing.
    read(key) {
      if (here.has(key)) return here.get(key);
      try {
        return JSON.parse(storage().getItem(key) ?? "null");
      } catch {
        return null;
      }
    },
    // Keep it; null forgets it.
    write(key, value) {
      here.set(key, value);
      try {
        if (value === null) storage().removeItem(key);
        else storage().setItem(key, JSON.stringify(value));
      } catch {
        // Kept in ``here`` alone.
      }
    },
  };
}

// Asked for anew each time: a browser that blocks site data throws where it is only named.
export const tab = keeper(() => window.sessionStorage);
