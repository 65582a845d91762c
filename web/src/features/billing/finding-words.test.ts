/** Each kind of a finding has a meaning and next steps, and both sides are shown in words. */
import { expect, test } from "vitest";
import { errorAdvice, objectKindWord } from "./dead-letter-words";
import { findingCount, findingWords, sideWords } from "./finding-words";

const sources = import.meta.glob<string>("../../api/generated/product-api.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});

test("each kind that the server knows has a title, a meaning and steps", () => {
  const [contract = ""] = Object.values(sources);
  const [, listed = ""] = /The kind: (`paid-not-granted`[^.]+)\./.exec(contract) ?? [];
  const kinds = [...listed.matchAll(/`([a-z-]+)`/g)].map(([, word]) => word ?? "");
  expect(kinds.length).toBeGreaterThan(10);
  for (const kind of kinds) {
    const { title, meaning, steps } = findingWords(kind);
    expect([kind, title !== kind, meaning !== "", steps.length > 0]).toEqual([
      kind,
      true,
      true,
      true,
    ]);
  }
});

test("a kind of a later version is shown by its code", () => {
  expect(findingWords("lost-in-space").title).toBe("lost-in-space");
});

test.each([
  ["960 eur", "€9.60"],
  ["-40 jpy", "-¥40"],
  ["1000", "1000 of the smallest unit"],
  ["complete paid", "Paid"],
  ["completed", "Credits granted"],
  ["missing", "Not known to Stripe"],
  ["review amount-mismatch", "Needs review: Different amounts"],
  ["price-archived", "The price was archived in Stripe."],
  ["cus_1a2b", "cus_1a2b"],
])("the side %j is shown as %j", (text, words) => {
  expect(sideWords(text)).toBe(words);
});

test("findings are counted, and more than were loaded are marked", () => {
  expect(findingCount(1)).toBe("1 finding needs a decision");
  expect(findingCount(100, true)).toBe("100+ findings need a decision");
});

test("an error has advice, also if a name follows it", () => {
  expect(errorAdvice("the key lacks a permission: Refunds")).toContain("edits the key");
  expect(errorAdvice("session cs_1 names another checkout")).toContain("contradicts");
  expect(errorAdvice(null)).toContain("contradicts");
  expect([objectKindWord("session"), objectKindWord("invoice")]).toEqual(["Checkout", "invoice"]);
});
