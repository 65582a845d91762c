/** The static landing page has forms, a theme button, and analytics only if the server enables it. */
import { afterEach, expect, test, vi } from "vitest";
import { loadCatalogue } from "@/lib/language";
import source from "../../../public/landing.js?raw";
import choice from "../../../public/language.js?raw";
import { landingMarkup } from "./static-landing";

const meta = '<meta name="tollgate-analytics" content="/stats/script.js">';
const scripts = () => [...document.querySelectorAll("script")].map(({ src }) => src);

type Surroundings = { navigator?: object; trustedTypes?: object };

function run({ navigator: nav = navigator, trustedTypes }: Surroundings = {}) {
  new Function("window", "document", "navigator", source)({ trustedTypes }, document, nav);
}

afterEach(() => {
  document.head.innerHTML = "";
  document.body.innerHTML = "";
  delete document.documentElement.dataset["theme"];
  document.documentElement.lang = "en";
});

test("its buttons lead to a sign-in without any script", () => {
  document.body.innerHTML = landingMarkup();
  const led = [...document.querySelectorAll("form")].map((form) => {
    const to = new FormData(form).get("to");
    return `${form.textContent}: ${form.getAttribute("action")} ${to}`;
  });
  expect(led).toEqual(["Sign in: /auth/sign-in /", "Register a website: /auth/sign-in /sites/new"]);
});

test("the theme button switches there and back", () => {
  document.body.innerHTML = landingMarkup();
  run();
  const button = document.querySelector<HTMLButtonElement>("button[data-light]");
  expect(button?.hidden).toBe(false);
  const first = button?.title;
  button?.click();
  expect(document.documentElement.dataset["theme"]).toBeDefined();
  expect(button?.title).not.toBe(first);
  button?.click();
  expect(document.documentElement.dataset["theme"]).toBeUndefined();
  expect(button?.title).toBe(first);
});

test("in German it says the same, and its theme button has a German name", async () => {
  await loadCatalogue("de");
  document.body.innerHTML = landingMarkup();
  await loadCatalogue("en");
  run();
  expect(document.querySelector("h1")?.textContent).toBe("Eine Anmeldung.Jedes Guthaben im Blick.");
  expect(document.querySelector("body > [lang=de]")?.textContent).toContain("1.240");
  expect(document.querySelector("button[data-light]")?.getAttribute("aria-label")).toBe(
    "Zum dunklen Design wechseln",
  );
});

test.each([
  [null, ["de-CH", "en"], "de"],
  ["en", ["de"], "en"],
  [null, ["fr", "en-GB"], "en"],
  [null, ["fr"], "en"],
])("chosen %s and preferring %s, it is read in %s", (chosen, languages, expected) => {
  document.documentElement.lang = "en";
  const storage = { getItem: () => chosen };
  new Function("localStorage", "navigator", choice)(storage, { languages });
  expect(document.documentElement.lang).toBe(expected);
});

test("without a word of the server nothing is loaded", () => {
  run();
  expect(scripts()).toEqual([]);
});

test("the script that the server names is loaded", () => {
  document.head.innerHTML = meta;
  run();
  expect(scripts()).toEqual(["http://localhost:8080/stats/script.js"]);
});

test("a browser that requires trusted types gets a trusted address", () => {
  document.head.innerHTML = meta;
  const createPolicy = vi.fn((_: string, rules: { createScriptURL: (a: string) => string }) => ({
    createScriptURL: (address: string) => rules.createScriptURL(address),
  }));
  run({ trustedTypes: { createPolicy } });
  expect(createPolicy).toHaveBeenCalledTimes(1);
  expect(scripts()).toEqual(["http://localhost:8080/stats/script.js"]);
});

test.each([{ doNotTrack: "1" }, { globalPrivacyControl: true }])(
  "a browser that asks not to be tracked loads nothing: %o",
  (preference) => {
    document.head.innerHTML = meta;
    run({ navigator: { doNotTrack: null, ...preference } });
    expect(scripts()).toEqual([]);
  },
);
