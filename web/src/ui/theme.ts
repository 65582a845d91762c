/** Light or dark: the system decides until the person does. */
import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";

/** public/theme.js reads the same key before the first paint. */
const storageKey = "tollgate.theme";
const changed = new EventTarget();

function systemTheme(): Theme {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function currentTheme(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === "light" || chosen === "dark" ? chosen : systemTheme();
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  system.addEventListener("change", listener);
  changed.addEventListener("change", listener);
  return () => {
    system.removeEventListener("change", listener);
    changed.removeEventListener("change", listener);
  };
}

/** Choosing what the system says anyway means following the system again. */
function choose(theme: Theme): void {
  const follow = theme === systemTheme();
  if (follow) delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  try {
    if (follow) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch {
    // Storage may be blocked; the choice then lasts as long as the page.
  }
  changed.dispatchEvent(new Event("change"));
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, currentTheme), choose];
}
