/** The language of the console: the code contains English texts, and a catalogue contains the German ones. */
import { createElement, Fragment, type ReactNode } from "react";

const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];
type Catalogue = Readonly<Record<string, string>>;

const storageKey = "tollgate.language";

function isLanguage(value: string | null | undefined): value is Language {
  return languages.some((known) => known === value);
}

/** Returns the chosen language, or the first supported one that the browser prefers. */
export function pickLanguage(chosen: string | null, preferred: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  return preferred.map((tag) => tag.toLowerCase().split("-")[0]).find(isLanguage) ?? "en";
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // The browser may block storage; its own preference then decides.
    return null;
  }
}

/** Without a page, as in scripts and unit tests, all texts are English. */
function readLanguage(): Language {
  if (typeof document === "undefined") return "en";
  return pickLanguage(readChoice(), navigator.languages);
}

/** Only the script that writes the landing page changes it, to write the page in each language. */
export let language: Language = readLanguage();

/** English dates are written as in "22 Nov 2026". */
export const dateLanguage = language === "en" ? "en-GB" : language;

let catalogue: Catalogue = {};

/**
 * Loads the catalogue of the language. The app waits for it before it renders, and modules that load later find the
 * catalogue here. Top-level code of the entry file runs earlier, so it may not contain texts.
 */
export async function loadCatalogue(target: Language = language): Promise<void> {
  language = target;
  if (target === "en") return;
  try {
    catalogue = (await import("../../translations/de.json")).default;
    if (typeof document !== "undefined") document.documentElement.lang = target;
  } catch {
    // The file may be missing after a release or without a connection; the texts are then English.
  }
}

/** Stores the language and reloads the page. */
export function switchLanguage(choice: Language): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {
    // The browser may block storage; the page then keeps its language.
    return;
  }
  location.reload();
}

/** Translates a text from a list outside of the code, such as the snippets. */
export function translate(text: string): string {
  return catalogue[text] ?? text;
}

/** Translates a text and replaces each `{name}` by its value. */
export function t(text: string, values?: Readonly<Record<string, string | number>>): string {
  const translated = translate(text);
  if (values === undefined) return translated;
  return translated.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Translates a text whose values are elements. */
export function rich(text: string, values: Readonly<Record<string, ReactNode>>): ReactNode {
  const parts = translate(text).split(/\{(\w+)\}/);
  return createElement(
    Fragment,
    null,
    ...parts.map((part, at) => (at % 2 === 0 ? part : values[part])),
  );
}

/** Returns the English of a translated text: a saved file is the same in every language. */
export function inEnglish(text: string): string {
  return Object.keys(catalogue).find((english) => catalogue[english] === text) ?? text;
}

/** Writes a title as part of a sentence, where German keeps its capital letters. */
export function inSentence(title: string): string {
  return language === "de" ? title : title.toLowerCase();
}
