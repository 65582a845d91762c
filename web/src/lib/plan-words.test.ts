/** Terms of plans are described in words. */
import { expect, test } from "vitest";
import { allowanceWords, hasMonths, perPeriod, rolloverWords, trialWords } from "./plan-words";

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
});

test("trials and the rest of an allowance have their words", () => {
  expect(trialWords({ days: 14, credits: 100, needs_card: true }, 0)).toBe(
    "14 days free with 100 credits",
  );
  expect(trialWords({ days: 1, credits: 0, needs_card: true }, 0)).toBe("1 day free");
  const capped = { rollover: "capped", rollover_cap: 500, rollover_periods: 2 } as const;
  expect(rolloverWords(capped, 0)).toBe("Up to 500 unused credits stay for 2 more periods.");
  const none = { rollover: "none", rollover_cap: null, rollover_periods: 0 } as const;
  expect(rolloverWords(none, 0)).toBe("Unused credits expire with the period.");
});
