/** The typed terms of a plan become a request that the server accepts, or errors at their fields. */
import { expect, test } from "vitest";
import { aPlan, aPlanVersion } from "@/testing/plan-fixtures";
import { isCode, readPlan, type TypedPlan, typedFrom } from "./plan-form";

const typed: TypedPlan = {
  ...typedFrom(null, "eur", 0),
  credits: "1,000",
  prices: [{ currency: "eur", amount: "9" }],
};

/** Returns the places of the errors. */
const places = (changes: Partial<TypedPlan>, scale = 0) => [
  ...readPlan({ ...typed, ...changes }, scale).errors.keys(),
];

test("a plain plan has a period, credits and a price", () => {
  expect(readPlan(typed, 0).body).toEqual({
    interval: "month",
    interval_count: 1,
    grant_every: "interval",
    credits: 1000,
    rollover: "none",
    max_quantity: 1,
    prices: [{ currency: "eur", amount_minor: 900 }],
  });
});

test("all terms are sent in the smallest units", () => {
  const all: Partial<TypedPlan> = {
    interval: "year",
    isMonthly: true,
    credits: "10.50",
    rollover: "capped",
    cap: "5",
    periods: "3",
    hasTrial: true,
    trialCredits: "",
    needsCard: false,
    seats: "20",
    prices: [
      { currency: "eur", amount: "90.00" },
      { currency: "jpy", amount: "15000" },
    ],
    features: [{ feature: "image", credits: "1" }],
  };
  expect(readPlan({ ...typed, ...all }, 2).body).toEqual({
    interval: "year",
    interval_count: 1,
    grant_every: "month",
    credits: 1050,
    rollover: "capped",
    rollover_cap: 500,
    rollover_periods: 3,
    trial: { days: 14, credits: 0, needs_card: false },
    max_quantity: 20,
    prices: [
      { currency: "eur", amount_minor: 9000 },
      { currency: "jpy", amount_minor: 15_000 },
    ],
    features: [{ feature: "image", credits: 100 }],
  });
});

test("allowances of each month need a period of several months", () => {
  const rhythm = (changes: Partial<TypedPlan>) =>
    readPlan({ ...typed, isMonthly: true, ...changes }, 0).body?.grant_every;
  expect(rhythm({})).toBe("interval");
  expect(rhythm({ count: "3" })).toBe("month");
  expect(rhythm({ interval: "week", count: "8" })).toBe("interval");
  expect(rhythm({ interval: "year" })).toBe("month");
});

test.each<[Partial<TypedPlan>, string[]]>([
  [{ credits: "" }, ["credits"]],
  [{ credits: "0" }, ["credits"]],
  [{ credits: "1.5" }, ["credits"]],
  [{ count: "37" }, ["interval_count"]],
  [{ interval: "year", count: "4" }, ["interval_count"]],
  [{ interval: "week", count: "156" }, []],
  [{ seats: "0" }, ["max_quantity"]],
  [{ seats: "10000", credits: "9007199254740991" }, ["max_quantity"]],
  [{ rollover: "capped", cap: "" }, ["rollover_cap"]],
  [{ rollover: "all", periods: "37" }, ["rollover_periods"]],
  [{ rollover: "none", cap: "x", periods: "x" }, []],
  [{ hasTrial: true, trialDays: "0", trialCredits: "x" }, ["trial/days", "trial/credits"]],
  [{ hasTrial: false, trialDays: "0" }, []],
  [{ prices: [] }, ["prices"]],
  [{ prices: [{ currency: "jpy", amount: "9.50" }] }, ["prices/jpy"]],
  [{ features: [{ feature: "image", credits: "-5" }] }, ["features/image"]],
])("%o has errors at %o", (changes, expected) => {
  expect(places(changes)).toEqual(expected);
  expect(readPlan({ ...typed, ...changes }, 0).body === null).toBe(expected.length > 0);
});

test("a version is typed as it was sent", () => {
  const version = aPlanVersion({
    rollover: "all",
    rollover_periods: 2,
    trial: { days: 7, credits: 50, needs_card: true },
    features: [{ feature: "image", credits: 0 }],
  });
  expect(readPlan(typedFrom(version, "usd", 0), 0).body).toMatchObject({
    credits: 1000,
    rollover: "all",
    rollover_periods: 2,
    trial: { days: 7, credits: 50, needs_card: true },
    features: [{ feature: "image", credits: 0 }],
    prices: [{ currency: "eur", amount_minor: 900 }],
  });
});

test("codes follow the rule of the API", () => {
  expect(["pro", "pro.2-x_y", "Pro", "-pro", "", "a b"].map(isCode)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect(isCode(aPlan().code)).toBe(true);
});
