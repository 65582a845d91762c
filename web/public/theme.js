/** Sets the stored theme on the root element before the first paint; src/ui/theme.ts stores it. */
(() => {
  try {
    const theme = localStorage.getItem("tollgate.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be blocked; the system's preference then decides.
  }
})();
