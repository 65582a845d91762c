/** Hands the answer of a silent sign-in (prompt=none in a hidden frame) to the app around it. */
(() => {
  const app = window.parent;
  // Opened as a page of its own there is nobody to tell, and nothing must leave this origin.
  if (app === window) return;
  app.postMessage({ source: "oidc-client", url: location.href, keepOpen: false }, location.origin);
})();
