/** Typed text matches the intended labels. */
import { expect, test } from "vitest";
import { isMeant } from "./matching";

test.each([
  ["", "API keys", true],
  ["ap", "API keys", true],
  ["ap ke", "API keys", true],
  ["KEY", "API keys", true],
  ["pi", "API keys", false],
  ["keys x", "API keys", false],
  ["zu", "Zürich", true],
  ["shop.ex", "Paperplane shop.example", true],
])("%j finds %j: %j", (typed, text, expected) => {
  expect(isMeant(typed, text)).toBe(expected);
});
