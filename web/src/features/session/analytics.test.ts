/** Nothing is counted unless the server says so, and nobody who asks to be left alone. */
import { afterEach, expect, test, vi } from "vitest";
import { countVisit } from "./analytics";

const meta = '<meta name="tollgate-analytics" content="/stats/script.js">';
const scripts = () => [...document.querySelectorAll("script")].map(({ src }) => src);

afterEach(() => {
  document.head.innerHTML = "";
});

test("without a word of the server nothing is loaded", () => {
  countVisit(window);
  expect(scripts()).toEqual([]);
});

test("the script that the server names is loaded once", () => {
  document.head.innerHTML = meta;
  countVisit(window);
  countVisit(window);
  expect(scripts()).toEqual(["http://localhost:8080/stats/script.js"]);
});

test("a browser that wants trusted addresses gets one", () => {
  document.head.innerHTML = meta;
  const createPolicy = vi.fn((_: string, rules: { createScriptURL: (a: string) => string }) => ({
    createScriptURL: (address: string) => rules.createScriptURL(address),
  }));
  countVisit(Object.assign(Object.create(window), { document, trustedTypes: { createPolicy } }));
  expect(createPolicy).toHaveBeenCalledTimes(1);
  expect(scripts()).toEqual(["http://localhost:8080/stats/script.js"]);
});

test.each([{ doNotTrack: "1" }, { globalPrivacyControl: true }])(
  "whoever asks to be left alone is: %o",
  (wish) => {
    document.head.innerHTML = meta;
    const navigator = Object.assign({ doNotTrack: null }, wish);
    countVisit(
      Object.create(window, { document: { value: document }, navigator: { value: navigator } }),
    );
    expect(scripts()).toEqual([]);
  },
);
