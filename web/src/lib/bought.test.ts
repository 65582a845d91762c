/** Money that a customer has paid is summed by its currency. */
import { expect, test } from "vitest";
import { boughtBy } from "./bought";

test("money is summed by currency, without refunds, disputes and unpaid payments", () => {
  const one = {
    state: "paid",
    credits: 500,
    amount_minor: 900,
    refunded_minor: 0,
    withdrawn_minor: 0,
    currency: "eur",
  };
  const payments = [
    one,
    { ...one, credits: 550, refunded_minor: 400 },
    { ...one, currency: "usd", withdrawn_minor: 900 },
    { ...one, state: "failed" },
  ];
  expect(boughtBy(payments)).toEqual({
    credits: 1550,
    paid: [
      { currency: "eur", minor: 1400 },
      { currency: "usd", minor: 0 },
    ],
  });
});
