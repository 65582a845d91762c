/** Passes a sign-in response to the app: from a hidden frame (prompt=none) to the page around it, from a confirmation window to every tab. */
(() => {
  const app = window.parent;
  if (app !== window) {
    // Only this origin may receive the message.
    app.postMessage(
      { source: "oidc-client", url: location.href, keepOpen: false },
      location.origin,
    );
    return;
  }
  const answer = new URLSearchParams(location.search);
  if (!answer.has("state")) return;
  const confirmed = answer.has("code");
  // The code stays unused and expires: the tabs need only the refreshed session.
  history.replaceState(null, "", location.pathname);
  new BroadcastChannel("tollgate.session").postMessage(confirmed ? "confirmed" : "not-confirmed");
  window.close();
  // A window that may not close itself shows the next step.
  const styles = document.createElement("link");
  styles.rel = "stylesheet";
  styles.href = "/window.css";
  document.head.append(styles);
  const words = document.createElement("h1");
  words.textContent = confirmed
    ? "It is you. Close this window to go on."
    : "It was not confirmed. Close this window and try again there.";
  const main = document.createElement("main");
  main.append(words);
  document.title = words.textContent;
  document.body.append(main);
})();
