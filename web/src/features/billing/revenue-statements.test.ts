/** Sums are arranged by currency, and each month ends with the money that was owed then. */
import { expect, test } from "vitest";
import { aRevenuePeriod } from "@/testing/billing-fixtures";
import { firstDayOf, monthLabel, monthsFrom, statementsOf } from "./revenue-statements";

const september = aRevenuePeriod({
  period: "2026-09",
  payments_minor: 11_900,
  discounts_minor: 200,
  balance_minor: 11_400,
  tax_minor: 1_900,
  fees_minor: 430,
  deferred_minor: 10_000,
});
const october = aRevenuePeriod({
  period: "2026-10",
  earned_minor: 2_500,
  breakage_minor: 500,
  deferred_minor: -3_000,
});
const november = aRevenuePeriod({
  period: "2026-11",
  payments_minor: 1_190,
  refunds_minor: 595,
  disputes_minor: 100,
  tax_minor: 95,
  fees_minor: 43,
  deferred_minor: 400,
});

test("a month ends with the money that is owed now, less the changes after it", () => {
  // 600 was owed before September, and 8,000 is owed now.
  const [statement] = statementsOf(
    [september, october, november],
    [{ currency: "eur", deferred_minor: 8_000 }],
  );
  expect(statement?.months.map(({ period, owed }) => [period, owed])).toEqual([
    ["2026-09", 10_600],
    ["2026-10", 7_600],
    ["2026-11", 8_000],
  ]);
  expect(statement?.owed).toBe(8_000);
  expect(statement?.totals).toEqual({
    payments_minor: 13_090,
    discounts_minor: 200,
    earned_minor: 2_500,
    breakage_minor: 500,
    refunds_minor: 595,
    disputes_minor: 100,
    fees_minor: 473,
    tax_minor: 1_995,
    balance_minor: 11_400,
  });
});

test("a statement without the money owed now has no money owed at the end of a month", () => {
  const [statement] = statementsOf([september, october], null);
  expect(statement?.months.map(({ owed }) => owed)).toEqual([null, null]);
  expect(statement?.owed).toBeNull();
  expect(statement?.totals.payments_minor).toBe(11_900);
});

test("currencies have statements of their own, also one in which nothing is owed", () => {
  const dollars = { ...september, currency: "usd", fees_minor: 77 };
  const statements = statementsOf(
    [september, dollars, november],
    [{ currency: "eur", deferred_minor: 10_400 }],
  );
  expect(statements.map(({ currency }) => currency)).toEqual(["eur", "usd"]);
  expect(statements.map(({ totals }) => totals.fees_minor)).toEqual([473, 77]);
  expect(statements[1]?.months).toMatchObject([{ period: "2026-09", owed: 0 }]);
});

test("a website without revenue has no statement", () => {
  expect(statementsOf([], [])).toEqual([]);
});

test("twelve months begin on the first day of a month in UTC, also across a year", () => {
  expect(firstDayOf(11, Date.parse("2028-03-31T23:59:59Z"))).toBe("2027-04-01");
  expect(firstDayOf(11, Date.parse("2026-12-31T00:00:00Z"))).toBe("2026-01-01");
  expect(monthLabel("2026-11")).toBe("Nov 2026");
});

test("months follow each other over the end of a year", () => {
  expect(monthsFrom("2025-11-01", 4)).toEqual(["2025-11", "2025-12", "2026-01", "2026-02"]);
});
