/** Sets the language of the landing page before the first paint; src/lib/language.ts stores the choice. */
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("tollgate.language");
  } catch {
    // Storage may be blocked; the browser's preference then decides.
  }
  const preferred = [chosen, ...navigator.languages].map((tag) => tag?.toLowerCase().split("-")[0]);
  const language = preferred.find((tag) => tag === "en" || tag === "de");
  if (language !== undefined) document.documentElement.lang = language;
})();
