/** Amounts of money keep every digit that Stripe counts. */
import { expect, test } from "vitest";
import { decimalsOf, formatMoney, typedMoney } from "./money";

test.each([
  ["eur", 2],
  ["jpy", 0],
  ["kwd", 3],
  ["isk", 2],
])("%s has %i decimals", (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals);
});

test.each([
  [900, "eur", "€9.00"],
  [1, "usd", "$0.01"],
  [500, "jpy", "¥500"],
  [12_340, "kwd", "KWD\u00a012.340"],
  [99_999_999, "usd", "$999,999.99"],
])("%i %s is %s", (minor, currency, text) => {
  expect(formatMoney(minor, currency)).toBe(text);
});

test.each([
  ["9", "eur", 900],
  ["9.5", "eur", 950],
  ["9,50", "eur", 950],
  ["0.01", "usd", 1],
  ["500", "jpy", 500],
  ["1.234", "kwd", 1234],
  ["1.234", "eur", null],
  ["5.5", "jpy", null],
  ["0", "eur", null],
  ["-1", "eur", null],
  ["1000000", "eur", null],
  ["", "eur", null],
  ["nine", "eur", null],
])("%s in %s is %s", (text, currency, minor) => {
  expect(typedMoney(text, currency)).toBe(minor);
});
