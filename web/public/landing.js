/** The static landing page: its theme button, and the count of visits where the server names a script for it. */
(() => {
  const key = "tollgate.theme";
  const root = document.documentElement;
  // The page has one for each language, and shows one of them.
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

  /** As src/ui/theme.ts does it: choosing what the system says means following the system again. */
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

  /** Browsers that ask not to be tracked load nothing. */
  function countVisit() {
    const address = document.querySelector('meta[name="tollgate-analytics"]')?.content;
    if (!address || navigator.doNotTrack === "1" || navigator.globalPrivacyControl) return;
    const script = document.createElement("script");
    script.async = true;
    const policy = window.trustedTypes?.createPolicy("tollgate-analytics", {
      // The only address that ever becomes a script here is the one that our own server named.
      createScriptURL: () => address,
    });
    script.src = policy?.createScriptURL(address) ?? address;
    document.head.append(script);
  }

  countVisit();
})();
