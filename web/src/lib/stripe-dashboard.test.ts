/** Links lead to the account and mode of a payment, and never to the double of Stripe. */
import { expect, test } from "vitest";
import { dashboardPayment } from "./stripe-dashboard";

test.each([
  ["acct_1", "live", "pi_1", "https://dashboard.stripe.com/acct_1/payments/pi_1"],
  ["acct_1", "test", "pi_1", "https://dashboard.stripe.com/acct_1/test/payments/pi_1"],
  ["acct_pretend", "test", "pi_1", null],
  ["acct_1", "live", null, null],
] as const)("account %s in %s with intent %s: %s", (account, mode, intent, expected) => {
  expect(dashboardPayment({ account, mode }, intent)).toBe(expected);
});

test("an account that is not connected has no link", () => {
  expect(dashboardPayment(null, "pi_1")).toBeNull();
});
