/** Terms of plans are described in words. */
import { expect, test } from "vitest";
import {
  allowanceWords,
  featureWords,
  hasMonths,
  perAllowance,
  perPeriod,
  readSeats,
  rolloverWords,
  seatsRule,
  trialWords,
} from "./plan-words";

test.each([
  ["month", 1, "per month", false],
  ["month", 3, "every 3 months", true],
  ["week", 1, "per week", false],
  ["week", 6, "every 6 weeks", false],
  ["year", 1, "per year", true],
  ["year", 2, "every 2 years", true],
] as const)("a period of %s × %s is “%3$s”", (interval, interval_count, words, isLong) => {
  expect(perPeriod({ interval, interval_count })).toBe(words);
  expect(hasMonths({ interval, interval_count })).toBe(isLong);
});

test("a yearly plan can grant each month", () => {
  const yearly = { interval: "year", interval_count: 1, credits: 100_050 } as const;
  expect(allowanceWords({ ...yearly, grant_every: "month" }, 2)).toBe("1,000.50 credits per month");
  expect(allowanceWords({ ...yearly, grant_every: "interval" }, 0)).toBe(
    "100,050 credits per year",
  );
  expect(perAllowance({ ...yearly, grant_every: "month" })).toBe("per month");
});

test("trials and the rest of an allowance have their words", () => {
  expect(trialWords({ days: 14, credits: 100, needs_card: true }, 0)).toBe(
    "14 days free with 100 credits",
  );
  expect(trialWords({ days: 1, credits: 0, needs_card: false }, 0)).toBe(
    "1 day free · no card needed",
  );
  const capped = { rollover: "capped", rollover_cap: 500, rollover_periods: 2 } as const;
  expect(rolloverWords(capped, 0)).toBe("Up to 500 unused credits stay for 2 more periods.");
  const none = { rollover: "none", rollover_cap: null, rollover_periods: 0 } as const;
  expect(rolloverWords(none, 0)).toBe("Unused credits expire with the period.");
});

test("a feature has credits of its own, or is only included", () => {
  expect(featureWords({ feature: "image", credits: 5000 }, 2)).toBe("50.00 more credits for image");
  expect(featureWords({ feature: "export", credits: 0 }, 2)).toBe("Includes export");
});

test("seats are whole numbers up to the limit of the plan", () => {
  const typed = ["1", " 10 ", "11", "0", "1.5", "", "two", "-1"];
  expect(typed.map((text) => readSeats(text, 10))).toEqual([1, 10, ...Array(6).fill(null)]);
  expect(readSeats("10000")).toBe(10_000);
  expect(readSeats("10001")).toBeNull();
  expect(seatsRule(1000)).toBe("Enter a whole number from 1 to 1,000.");
});
