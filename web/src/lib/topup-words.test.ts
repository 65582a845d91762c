/** An automatic top-up is described in one sentence, with the decimals of its credits and currency. */
import { expect, test } from "vitest";
import { topUpMonth, topUpSentence, topUpState } from "./topup-words";

const terms = {
  threshold: 500,
  credits: 5000,
  amount_minor: 2000,
  currency: "eur",
  month_max_minor: 10_000,
};

test.each([
  [
    terms,
    0,
    "When fewer than 500 credits are left, buy 5,000 for €20.00, at most €100.00 a month.",
  ],
  [
    { ...terms, currency: "jpy" },
    2,
    "When fewer than 5.00 credits are left, buy 50.00 for ¥2,000, at most ¥10,000 a month.",
  ],
])("%o is one sentence", (rule, scale, sentence) => {
  expect(topUpSentence(rule, scale)).toBe(sentence);
});

test.each([
  ["off", "Off", "neutral"],
  ["active", "On", "good"],
  ["needs_action", "Waits for the bank", "warn"],
  ["needs_card", "Needs a card", "warn"],
  ["needs_consent", "Needs consent", "warn"],
] as const)("the state %s is shown as %s", (state, word, tone) => {
  expect(topUpState(state)).toEqual({ word, tone });
});

test("the month is shown as money of its limit", () => {
  const month = { month: { spent_minor: 4000 }, month_max_minor: 10_000, currency: "eur" };
  expect(topUpMonth(month)).toBe("€40.00 of €100.00 this month");
});
