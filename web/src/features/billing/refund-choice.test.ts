/** The refunds that are offered, and the amounts that count. */
import { expect, test } from "vitest";
import type { RefundOffer, RefundPreview } from "@/api/types";
import { aDispute, aPayment } from "@/testing/billing-fixtures";
import { canRefund, offersOf, readRefund } from "./refund-choice";

test.each([
  ["a paid payment", {}, true],
  ["one that needs a review", { state: "review" }, true],
  ["a pending one", { state: "pending" }, false],
  ["a free one", { stripe_payment_intent: null }, false],
  ["a refunded one", { refunded_minor: 900 }, false],
  ["one refunded in part", { refunded_minor: 899 }, true],
  ["a disputed one", { disputes: [aDispute({ state: "open" })] }, false],
  ["a lost one", { disputes: [aDispute({ state: "lost" })] }, false],
  ["one that the bank asks about", { disputes: [aDispute({ state: "inquiry" })] }, true],
  ["a won one", { disputes: [aDispute({ state: "won" })] }, true],
] as const)("%s can be refunded: %o %s", (_, changes, expected) => {
  expect(canRefund(aPayment(changes as Parameters<typeof aPayment>[0]))).toBe(expected);
});

function offer(what: RefundOffer["what"], amount_minor: number): RefundOffer {
  return { what, amount_minor, credits: 0, unused_credits: 0, held_credits: 0, used_credits: 0 };
}

function preview(offers: RefundOffer[]): RefundPreview {
  return {
    currency: "eur",
    remaining_minor: 900,
    unspent_credits: 0,
    shortfall: "debt",
    is_disputed: false,
    offers,
  };
}

test("unused credits are offered first, and not apart if they are everything", () => {
  const both = preview([offer("unspent", 540), offer("full", 900), offer("amount", 100)]);
  expect(offersOf(both).map(({ what }) => what)).toEqual(["unspent", "full"]);
  const same = preview([offer("unspent", 900), offer("full", 900)]);
  expect(offersOf(same).map(({ what }) => what)).toEqual(["full"]);
});

test.each([
  ["5", { minor: 500 }],
  ["9.00", { minor: 900 }],
  ["9.01", { error: "too-much" }],
  ["0", { error: "amount" }],
  ["-1", { error: "amount" }],
  ["1.234", { error: "amount" }],
  ["", { error: "amount" }],
] as const)("an amount of %j is %o", (typed, expected) => {
  expect(readRefund(typed, { currency: "eur", remaining_minor: 900 })).toEqual(expected);
});
