// Times as their reader's clock shows them: this device's, or that of the zone they have chosen.

const ZONE = /^UTC(?:([+-])(\d{1,2})(?::(\d{2}))?)?$/;

// Minutes ahead of UTC; null: as this device has it.
function ahead() {
  const found = (document.documentElement.dataset.zone ?? "auto").match(ZONE);
  if (!found) return null;
  const minutes = Number(found[2] ?? 0) * 60 + Number(found[3] ?? 0);
  return found[1] === "-" ? -minutes : minutes;
}

// ``at`` in milliseconds since 1970; ``form`` as of ``Intl.DateTimeFormat``.
export function shownTime(at, form) {
  const minutes = ahead();
  const zone = minutes === null ? {} : { timeZone: "UTC" };
  const moved = new Date(at + (minutes ?? 0) * 60000);
  return moved.toLocaleString(document.documentElement.lang, { ...form, ...zone, hourCycle: "h23" });
}
