/** The language is chosen, and texts are translated and filled. */
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { pickLanguage, rich, switchLanguage, t } from "./language";

afterEach(() => vi.unstubAllGlobals());

/** Loads the module as a German page does. */
async function loadGerman() {
  const page = { documentElement: { lang: "en" } };
  vi.stubGlobal("document", page);
  vi.stubGlobal("localStorage", { getItem: () => null });
  vi.stubGlobal("navigator", { languages: ["de-AT", "en"] });
  vi.resetModules();
  const german = await import("./language");
  await german.loadCatalogue();
  return { german, page };
}

test("a choice comes before what the browser prefers, and English is the last resort", () => {
  expect(pickLanguage("de", ["en-GB"])).toBe("de");
  expect(pickLanguage("en", ["de"])).toBe("en");
  expect(pickLanguage(null, ["fr-CH", "de-CH", "en"])).toBe("de");
  expect(pickLanguage(null, ["EN-us", "de"])).toBe("en");
  expect(pickLanguage("fr", ["fr"])).toBe("en");
  expect(pickLanguage(null, [])).toBe("en");
});

test("an English text stays as it is, and gets its values", () => {
  expect(t("Nothing left")).toBe("Nothing left");
  expect(t("{name} is {name}, {count}", { name: "A$&", count: 2 })).toBe("A$& is A$&, 2");
  expect(t("{name} is {unknown}", { name: "A" })).toBe("A is {unknown}");
});

test("elements replace their placeholders in a sentence", () => {
  const code = createElement("code", null, "401");
  expect(renderToStaticMarkup(rich("Code: {code}", { code }))).toBe("Code: <code>401</code>");
  expect(renderToStaticMarkup(rich("{code}", { code: null }))).toBe("");
});

test("a German text comes from the catalogue, once it is loaded", async () => {
  const { german, page } = await loadGerman();
  expect(page.documentElement.lang).toBe("de");
  expect(german.t("Cancel")).toBe("Abbrechen");
  expect(german.t("{count} customers are saved.", { count: "1.200" })).toBe(
    "1.200 Kunden sind gespeichert.",
  );
  expect(german.t("1 transaction is saved.")).toBe("1 Buchung ist gespeichert.");
  expect(german.t("{count} transactions are saved.", { count: 2 })).toBe(
    "2 Buchungen sind gespeichert.",
  );
  expect(german.t("A text that nobody translated")).toBe("A text that nobody translated");
  const time = createElement("b", null, "gestern");
  expect(renderToStaticMarkup(german.rich("Last change {time}", { time }))).toBe(
    "Letzte Änderung <b>gestern</b>",
  );
  expect(german.inEnglish("Guthaben")).toBe("Balance");
  expect(german.inSentence("Client-Secret")).toBe("Client-Secret");
});

test("figures and times follow the language, and plain figures for programs do not", async () => {
  await loadGerman();
  const { compactAmount, decimalAmount, formatAmount, unitLabel } = await import("./amount");
  expect(formatAmount(-123456789, { scale: 2 })).toBe("−1.234.567,89");
  expect(compactAmount(1_250_000)).toBe("1,3\u00a0Mio.");
  expect(decimalAmount(-123456789, 2)).toBe("-1234567.89");
  expect(unitLabel("credit", 2, 0)).toBe("Credits");
  const { absoluteTime, calendarDay, relativeTime } = await import("./time");
  const noon = "2026-11-22T12:00:00Z";
  expect(calendarDay(noon)).toBe("22. November 2026");
  expect(absoluteTime(noon)).toBe("22. Nov. 2026, 12:00:00 UTC");
  expect(relativeTime(noon, Date.parse("2026-11-23T12:00:00Z"))).toBe("gestern");
  const { longDay, shortDay } = await import("./days");
  expect(shortDay("2026-11-22")).toBe("22. Nov.");
  expect(longDay("2026-11-22")).toBe("So. 22. November 2026");
});

test("a choice is stored, and the page loaded again", () => {
  const [setItem, reload] = [vi.fn(), vi.fn()];
  vi.stubGlobal("localStorage", { setItem });
  vi.stubGlobal("location", { reload });
  switchLanguage("de");
  expect(setItem).toHaveBeenCalledExactlyOnceWith("tollgate.language", "de");
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a browser that keeps nothing keeps its language", () => {
  const reload = vi.fn();
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("localStorage", {
    setItem: () => {
      throw new Error("full");
    },
  });
  expect(() => switchLanguage("de")).not.toThrow();
  expect(reload).not.toHaveBeenCalled();
});
