/** Figures are exact, grouped and signed. */
import { expect, test } from "vitest";
import { formatAmount, unitLabel } from "./amount";

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

test("units", () => {
  expect(unitLabel("credit", 1)).toBe("credit");
  expect(unitLabel("credit", 95)).toBe("credits");
  expect(unitLabel("MB", 1)).toBe("MB");
});
