/** Light or dark: the system decides until the person does. */
import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";
/** Who chooses the system gets whichever of the two it says. */
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
    // Storage may be blocked; the choice then lasts as long as the page.
  }
  changed.dispatchEvent(new Event("change"));
}

/** Choosing what the system says anyway means following the system again. */
function chooseTheme(theme: Theme): void {
  choose(theme === systemTheme() ? "system" : theme);
}

export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, currentTheme), chooseTheme];
}

export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  return [useSyncExternalStore(subscribe, currentChoice), choose];
}
