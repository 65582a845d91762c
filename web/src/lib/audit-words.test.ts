/** Each action that the product API can write into the audit trail has its words. */
import { expect, test } from "vitest";
import { acts, actWords } from "./audit-words";

const sources = import.meta.glob<string>("../../../product-api/src/audit/event.rs", {
  query: "?raw",
  import: "default",
  eager: true,
});
const source = Object.values(sources)[0] ?? "";
const written = [...source.matchAll(/Self::\w+ => "([a-z_]+\.[a-z_]+)"/g)].map(([, act]) => act);

test("the filter offers what the server writes down, and nothing else", () => {
  expect(written.length).toBeGreaterThan(30);
  expect(acts.toSorted()).toEqual(written.toSorted());
});

test("each action has words of its own", () => {
  const words = acts.map(actWords);
  expect(new Set(words).size).toBe(acts.length);
  expect(words.filter((said) => !/^[A-Z][\w-]+( [\w-]+)+$/.test(said))).toEqual([]);
});

test.each([
  ["key.made", "API key created"],
  ["webhook.rotated", "Signing secret rotated"],
  ["user.sign_out_asked", "Sign-out requested"],
  ["website.handed_over", "Website handed over"],
])("%s is %j", (act, words) => {
  expect(actWords(act)).toBe(words);
});
