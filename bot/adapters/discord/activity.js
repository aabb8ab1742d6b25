// Discord's client, as the page knows a host (base.js of the page). Loaded after Discord's own
// script, which does the talking. The page is given a code and never a token.

(() => {
  const PATIENCE = 10000; // milliseconds until a client that does not answer is none
  const FOCUSED = 0; // of the layouts in which Discord shows an Activity
  const NORMAL = 1000; // why it is closed: nothing went wrong
  const REFUSED = 5000; // what the client says where somebody does not want to be named
  const quiet = { disableConsoleLogOverride: true };
  const told = new URLSearchParams(location.search); // what a client opens the page with
  const [instance, ...more] = ["instance_id", "frame_id", "platform"].map((name) => told.get(name));
  const alone = !instance || !more.every(Boolean); // no client has opened it
  let sdk = null;
  let layout = FOCUSED;

  const late = (code) => new Promise((_, fail) => setTimeout(() => fail(new Error(code)), PATIENCE));

  // One for as long as the page is there.
  async function client(id) {
    sdk ??= new EmbeddedAppSDK.DiscordSDK(id, quiet);
    await Promise.race([sdk.ready(), late("frame-failed")]);
    return sdk;
  }

  async function code({ client: client_id, state, scope }) {
    const asked = { client_id, state, response_type: "code", prompt: "none", scope: [scope] };
    try {
      return (await sdk.commands.authorize(asked)).code;
    } catch (error) {
      throw new Error(error?.code === REFUSED ? "frame-refused" : "frame-failed");
    }
  }

  window.chatHost = {
    async proof(begin) {
      if (alone) throw new Error("frame-forged"); // there is nothing to speak with
      const answer = await begin(instance);
      await client(answer.client);
      return JSON.stringify({ code: await code(answer), state: answer.state, instance });
    },
    begin() {
      const seen = ({ layout_mode }) => {
        layout = layout_mode;
        document.dispatchEvent(new Event("visibilitychange")); // the page tells of it at once
      };
      sdk.subscribe("ACTIVITY_LAYOUT_MODE_UPDATE", seen).catch(() => {}); // an older client
    },
    shows() {},
    called() {},
    pressed() {},
    seen: () => !document.hidden && layout === FOCUSED,
    alone,
    close: () => (sdk ? sdk.close(NORMAL, "closed") : history.back()),
  };
})();
