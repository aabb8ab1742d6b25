// One true sentence where nothing else of the page runs: a client that is too old for its scripts, or
// something that keeps one of them away. In words that such a client understands.

(function () {
  function tell() {
    var body = document.body;
    var shut = document.getElementById("shut");
    if (!body || !shut || body.getAttribute("data-begun")) return;
    shut.hidden = false;
    body.setAttribute("data-stage", "shut");
  }

  // That a script is not there, and that it is not understood, is told in the same way.
  window.addEventListener("error", tell, true);
  window.setTimeout(tell, 20000);
})();
