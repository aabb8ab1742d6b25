// The page that stands in for one that could not be fetched: which of the two is missing, and back to
// what was asked for as soon as there is a network.

const at = (id) => document.getElementById(id);

at("no-network").hidden = navigator.onLine;
at("no-server").hidden = !navigator.onLine;
at("again").onclick = () => location.reload();
addEventListener("online", () => location.reload());
