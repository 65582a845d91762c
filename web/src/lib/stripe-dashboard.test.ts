/** Links lead to the right account and mode, and never to the double of Stripe. */
import { expect, test } from "vitest";
import { customerInStripe, dashboardPayment, objectInStripe } from "./stripe-dashboard";

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

const live = { stripe_account_id: "acct_1", mode: "live" } as const;
const test1 = { stripe_account_id: "acct_1", mode: "test" } as const;

test.each([
  ["payment", "pi_1", live, "https://dashboard.stripe.com/acct_1/payments/pi_1"],
  ["price", "price_1", test1, "https://dashboard.stripe.com/acct_1/test/prices/price_1"],
  ["session", "cs_1", live, "https://dashboard.stripe.com/acct_1/search?query=cs_1"],
  ["customer", "user usr_1", live, null],
  ["payment", "pi_1", undefined, null],
  ["payment", "pi_1", { stripe_account_id: "acct_pretend", mode: "test" } as const, null],
])("the %s %s", (kind, id, account, link) => {
  expect(objectInStripe({ kind, id }, account)).toBe(link);
});

test("a customer is found by our id", () => {
  expect(customerInStripe("cus_1", live)).toBe(
    "https://dashboard.stripe.com/acct_1/search?query=metadata%3Acus_1",
  );
});
