/** The theme button of the static landing page, and analytics if the server names a script. */
(() => {
  const key = "tollgate.theme";
  const root = document.documentElement;
  // The page has one button for each language, and shows one of them.
  const buttons = [...document.querySelectorAll("button[data-light]")];
  const system = matchMedia("(prefers-color-scheme: dark)");
  const systemTheme = () => (system.matches ? "dark" : "light");
  const otherTheme = () => ((root.dataset.theme ?? systemTheme()) === "dark" ? "light" : "dark");

  function nameButtons() {
    for (const button of buttons) {
      const name = button.dataset[otherTheme()];
      button.setAttribute("aria-label", name);
      button.title = name;
    }
  }

  /** As in src/ui/theme.ts: choosing the system's theme stores no choice. */
  function switchTheme() {
    const theme = otherTheme();
    const follow = theme === systemTheme();
    if (follow) delete root.dataset.theme;
    else root.dataset.theme = theme;
    try {
      if (follow) localStorage.removeItem(key);
      else localStorage.setItem(key, theme);
    } catch {
      // Storage may be blocked; the choice then lasts as long as the page.
    }
    nameButtons();
  }

  for (const button of buttons) {
    button.hidden = false;
    button.addEventListener("click", switchTheme);
  }
  nameButtons();
  system.addEventListener("change", nameButtons);

  /** Loads nothing in browsers that ask not to be tracked. */
  function countVisit() {
    const address = document.querySelector('meta[name="tollgate-analytics"]')?.content;
    if (!address || navigator.doNotTrack === "1" || navigator.globalPrivacyControl) return;
    const script = document.createElement("script");
    script.async = true;
    const policy = window.trustedTypes?.createPolicy("tollgate-analytics", {
      // Only the address that our own server names may become a script here.
      createScriptURL: () => address,
    });
    script.src = policy?.createScriptURL(address) ?? address;
    document.head.append(script);
  }

  countVisit();
})();
