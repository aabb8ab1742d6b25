// Where a browser from the network gives the PIN; afterwards the page itself comes under the same
// address.

const known = JSON.parse(document.querySelector("meta[name=words]").content);
const field = document.getElementById("pin");
const wrong = document.getElementById("pin-wrong");

async function given(pin) {
  const sent = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ pin }) };
  try {
    const answer = await fetch("/pin", sent);
    return (await answer.json()).error ?? "";
  } catch {
    return "name-failed";
  }
}

document.getElementById("door").onsubmit = async (event) => {
  event.preventDefault();
  wrong.textContent = "";
  const fault = await given(field.value);
  if (!fault) return location.reload();
  wrong.textContent = known[`web-${fault}`];
  field.select();
};
field.focus();
