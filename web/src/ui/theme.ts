/** Manages the theme: the system's preference applies until the user chooses. */
import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";
/** "system" resolves to the theme that the system prefers. */
export type ThemeChoice = Theme | "system";

/** public/theme.js reads the same key before the first paint. */
const storageKey = "tollgate.theme";
const changed = new EventTarget();

function systemTheme(): Theme {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function currentChoice(): ThemeChoice {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

function currentTheme(): Theme {
  const choice = currentChoice();
  return choice === "system" ? systemTheme() : choice;
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

function choose(choice: ThemeChoice): void {
  if (choice === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = choice;
  try {
    if (choice === "system") localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // The browser may block storage; the choice then lasts until the page is closed.
  }
  changed.dispatchEvent(new Event("change"));
}

/** Choosing the system's theme stores no choice, so that later system changes apply. */
function chooseTheme(theme: Theme): void {
  choose(theme === systemTheme() ? "system" : theme);
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, currentTheme), chooseTheme];
}

export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, currentChoice), choose];
}
