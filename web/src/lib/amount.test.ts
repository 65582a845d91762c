/** Figures are exact, grouped and signed. */
import { expect, test } from "vitest";
import { compactAmount, decimalAmount, formatAmount, unitLabel } from "./amount";

test.each([
  [0, {}, "0"],
  [5, {}, "5"],
  [999, {}, "999"],
  [1000, {}, "1,000"],
  [184920, {}, "184,920"],
  [1234567890, {}, "1,234,567,890"],
  [-5, {}, "−5"],
  [-5, { signed: true }, "−5"],
  [100, { signed: true }, "+100"],
  [0, { signed: true }, "0"],
  [5, { scale: 2 }, "0.05"],
  [-123456, { scale: 3 }, "−123.456"],
  [100000, { scale: 2, signed: true }, "+1,000.00"],
  [Number.MAX_SAFE_INTEGER, { scale: 6 }, "9,007,199,254.740991"],
])("%d with %o is %s", (value, format, words) => {
  expect(formatAmount(value, format)).toBe(words);
});

test.each([
  [0, 0, "0"],
  [-5, 0, "-5"],
  [1240, 0, "1240"],
  [5, 2, "0.05"],
  [-5, 2, "-0.05"],
  [-123456, 3, "-123.456"],
  [Number.MAX_SAFE_INTEGER, 6, "9007199254.740991"],
  [Number.MIN_SAFE_INTEGER, 6, "-9007199254.740991"],
  [2n * BigInt(Number.MAX_SAFE_INTEGER), 6, "18014398509.481982"],
])("%d at scale %d is %s in a file", (value, scale, text) => {
  expect(decimalAmount(value, scale)).toBe(text);
});

test("the edge of a chart has a short figure", () => {
  expect(compactAmount(4_200)).toBe("4.2K");
  expect(compactAmount(1_234_567, 2)).toBe("12.3K");
});

test.each([
  ["credit", 1, 0, "credit"],
  ["credit", 95, 0, "credits"],
  ["credit", 100, 0, "credits"],
  ["credit", 1, 2, "credits"],
  ["credit", 100, 2, "credit"],
  ["credit", 9500, 2, "credits"],
  ["MB", 1, 0, "MB"],
])("the unit %s of %d at scale %d is %s", (unit, value, scale, label) => {
  expect(unitLabel(unit, value, scale)).toBe(label);
});
