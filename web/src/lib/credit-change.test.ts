/** The preview of a change matches the ledger, and each command has its own idempotency key. */
import { expect, test } from "vitest";
import {
  afterGrant,
  afterLimit,
  amountRule,
  leftOf,
  limitLabel,
  typedAmount,
} from "./credit-change";
import { createIdempotencyKeys } from "./idempotency";

const balance = { posted: 100, held: 30, debt: 0, overdraft_limit: 0 };

test("a grant adds to what can be spent", () => {
  expect(afterGrant(balance, 50, true)).toEqual({ repaid: 0, available: 120 });
});

test("a grant pays first what is owed", () => {
  const owing = { posted: 0, held: 0, debt: 40, overdraft_limit: 50 };
  expect(afterGrant(owing, 30, true)).toEqual({ repaid: 30, available: 40 });
  expect(afterGrant(owing, 100, true)).toEqual({ repaid: 40, available: 110 });
});

test("a grant that does not repay debt can be spent in full", () => {
  const owing = { posted: 0, held: 0, debt: 40, overdraft_limit: 50 };
  expect(afterGrant(owing, 30, false)).toEqual({ repaid: 0, available: 40 });
});

test("a limit below what is owed takes nothing from what is there", () => {
  expect(afterLimit(balance, 20)).toBe(90);
  expect(afterLimit({ ...balance, debt: 40 }, 20)).toBe(70);
});

test("a limit is shown with the credits already spent", () => {
  expect(limitLabel({ cap: 50_000, period: "month", spent: 12_050 }, 2)).toBe(
    "120.50 of 500.00 this month",
  );
  expect(limitLabel({ cap: 10, period: "day", spent: 0 }, 0)).toBe("0 of 10 today");
});

test.each([
  [100, 0, 100],
  [100, 100, 0],
  [50, 100, 0],
])("of a limit of %i with %i spent %i is left", (cap, spent, left) => {
  expect(leftOf(cap, spent)).toBe(left);
});

test.each([
  ["5", 0, 5],
  [" 1,250 ", 0, 1250],
  ["12.5", 2, 1250],
  ["0.01", 2, 1],
  ["12.5", 0, null],
  ["1,25", 2, null],
  ["-5", 0, null],
  ["", 0, null],
  ["9007199254740993", 0, null],
])("%j at scale %i is %s", (typed, scale, units) => {
  expect(typedAmount(typed, scale)).toBe(units);
});

test.each([
  [0, "a whole number"],
  [1, "a number with at most 1 decimal place"],
  [6, "a number with at most 6 decimal places"],
])("at scale %i an amount is %s", (scale, rule) => {
  expect(amountRule(scale)).toBe(rule);
});

test("a command keeps its key until it changes", () => {
  const fresh = ["key-1", "key-2", "key-3"];
  const keyOf = createIdempotencyKeys(() => fresh.shift() ?? "");
  expect(keyOf({ amount: 5 })).toBe("key-1");
  expect(keyOf({ amount: 5 })).toBe("key-1");
  expect(keyOf({ amount: 6 })).toBe("key-2");
  // The earlier form is a new command: the server may have executed the first one.
  expect(keyOf({ amount: 5 })).toBe("key-3");
});

test("German readers type a comma before decimals; what could be two numbers is refused", () => {
  const german = (typed: string, scale: number) => typedAmount(typed, scale, "de");
  expect(german("12,5", 2)).toBe(1250);
  expect(german("1.234,50", 2)).toBe(123450);
  expect(german("1.234", 0)).toBe(1234);
  expect(german("1,234", 3)).toBe(1234);
  expect(german("12.5", 2)).toBe(1250);
  expect(german("1,234.50", 2)).toBe(123450);
  expect(german("1.234", 3)).toBeNull();
  expect(german("1,234", 0)).toBeNull();
  expect(german("1,234", 2)).toBeNull();
  expect(german("12,345", 2)).toBeNull();
  expect(german("1.23.4", 2)).toBeNull();
  expect(german("", 2)).toBeNull();
  expect(typedAmount("12,5", 2, "en")).toBeNull();
  expect(typedAmount("1,234", 2, "en")).toBe(123400);
});
