/** Hands the answer of a sign-in to the app: of a silent one (prompt=none in a hidden frame) to the page around it, of a window that confirmed who one is to every tab. */
(() => {
  const app = window.parent;
  if (app !== window) {
    // Nothing must leave this origin.
    app.postMessage(
      { source: "oidc-client", url: location.href, keepOpen: false },
      location.origin,
    );
    return;
  }
  const answer = new URLSearchParams(location.search);
  if (!answer.has("state")) return;
  const confirmed = answer.has("code");
  // The code stays where it is and expires: that the session is young again is all that the tabs need.
  history.replaceState(null, "", location.pathname);
  new BroadcastChannel("tollgate.session").postMessage(confirmed ? "confirmed" : "not-confirmed");
  window.close();
  // Where a window may not close itself, it says what to do.
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
