/** Previous pages of a list are remembered. */
import { beforeEach, expect, test, vi } from "vitest";
import { pageSizeOf, previousOf, rememberStep } from "./pages";

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
});

test("each page has its previous one, and a page from another link has none", () => {
  rememberStep("two", "");
  rememberStep("three", "two");
  expect(previousOf("three")).toBe("two");
  expect(previousOf("two")).toBe("");
  expect(previousOf("four")).toBeNull();
});

test("old steps are dropped, and new ones are stored", () => {
  for (let at = 1; at <= 300; at += 1) rememberStep(`c${at}`, `c${at - 1}`);
  expect(previousOf("c1")).toBeNull();
  expect(previousOf("c300")).toBe("c299");
});

test.each([
  [undefined, 25],
  ["50", 50],
  ["100", 100],
  ["1000", 25],
  ["-1", 25],
])("a page size of %s is %i rows", (text, rows) => {
  expect(pageSizeOf(text)).toBe(rows);
});
