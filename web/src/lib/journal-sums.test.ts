/** The sums of a money journal, by hand. */
import { expect, test } from "vitest";
import { type Entry, lastMonths, statementsOf } from "./journal-sums";

function entries(kind: string, currency: string, legs: Record<string, number>): Entry[] {
  return Object.entries(legs).map(([account, amount_minor]) => ({
    kind,
    account,
    currency,
    amount_minor,
  }));
}

function figures(journal: Entry[], currency: string) {
  const statement = statementsOf(journal).find((one) => one.currency === currency);
  const lines = statement?.sections.flatMap((section) => section.lines) ?? [];
  return Object.fromEntries(lines.map(({ id, minor }) => [id, minor]));
}

test("payments, uses, refunds, disputes and fees are added up by currency", () => {
  const journal = [
    ...entries("payment", "eur", { stripe: 2_380, deferred: -2_000, tax: -380 }),
    ...entries("fee", "eur", { fees: 61, stripe: -61 }),
    ...entries("earning", "eur", { deferred: 500, earned: -450, breakage: -50 }),
    ...entries("refund", "eur", { stripe: -1_190, deferred: 700, refunds: 300, tax: 190 }),
    ...entries("dispute", "eur", { disputed: 1_190, stripe: -1_190 }),
    ...entries("dispute", "eur", { deferred: 800, dispute_losses: 390, disputed: -1_190 }),
    ...entries("payment", "usd", { stripe: 900, deferred: -900 }),
  ];
  expect(figures(journal, "eur")).toEqual({
    payments: 2_380,
    refunds: -1_190,
    disputes: -1_190,
    fees: -61,
    stripe: -61,
    earned: 450,
    breakage: 50,
    refunded: -300,
    lost: -390,
    costs: -61,
    result: -251,
    tax: 190,
  });
  expect(figures(journal, "usd")).toEqual({ payments: 900, stripe: 900, result: 0, deferred: 900 });
});

test("what Stripe gains is revenue and what is owed", () => {
  const journal = [
    ...entries("payment", "eur", { stripe: 1_000, deferred: -900, tax: -100 }),
    ...entries("earning", "eur", { deferred: 300, earned: -300 }),
    ...entries("kind_of_tomorrow", "eur", { stripe: -5, conversion: 5 }),
  ];
  const found = figures(journal, "eur");
  expect(found["stripe"]).toBe(995);
  expect(found["other"]).toBe(-5);
  expect(found["stripe"]).toBe(
    (found["result"] ?? 0) +
      (found["deferred"] ?? 0) +
      (found["tax"] ?? 0) -
      (found["conversion"] ?? 0),
  );
});

test("a journal without entries has no statement", () => {
  expect(statementsOf([])).toEqual([]);
});

test("months have their first and last day in UTC, also across a year and in February", () => {
  const months = lastMonths(12, Date.parse("2028-03-31T23:59:59Z"));
  expect(months[0]).toEqual({
    value: "2028-03",
    label: "March 2028",
    from: "2028-03-01",
    to: "2028-03-31",
  });
  expect(months[1]).toMatchObject({ value: "2028-02", to: "2028-02-29" });
  expect(months.at(-1)).toMatchObject({ value: "2027-04", from: "2027-04-01", to: "2027-04-30" });
});
