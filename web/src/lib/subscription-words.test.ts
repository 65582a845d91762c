/** States of subscriptions are described in words, and allow what the server allows. */
import { expect, test } from "vitest";
import { canChange, stateOf } from "./subscription-state";
import { canResume, stateSentences } from "./subscription-words";

const active = {
  status: "active",
  subscribed: true,
  plan: "pro",
  trial_end: null,
  period_end: "2026-12-20T10:00:00Z",
  paid_through: "2026-12-20T10:00:00Z",
  cancel_at: null,
  ended_at: null,
  past_due_since: null,
  pending_until: null,
  next_plan: null,
  next_quantity: null,
};
const day = "2026-12-20T10:00:00Z";

test.each([
  [{}, "Active", ["The customer is subscribed.", "It renews on 20 December 2026."]],
  [{ cancel_at: day }, "Ending", ["The customer is subscribed.", "It ends on 20 December 2026."]],
  [
    { status: "trialing", trial_end: day },
    "Trial",
    ["The trial runs until 20 December 2026.", "The first payment is due on 20 December 2026."],
  ],
  [
    { status: "past_due", past_due_since: day },
    "Payment overdue",
    [
      "A renewal is unpaid since 20 December 2026; Stripe tries again. The customer stays subscribed for the days of grace.",
    ],
  ],
  [
    { status: "canceled", subscribed: false, ended_at: day },
    "Ended",
    ["It ended on 20 December 2026."],
  ],
  [
    { next_plan: "basic", next_quantity: 1 },
    "Active",
    ["The customer is subscribed.", "It changes to the plan basic on 20 December 2026."],
  ],
] as const)("%o is “%s”", (changes, word, sentences) => {
  const subscription = { ...active, ...changes };
  expect(stateOf(subscription).word).toBe(word);
  expect(stateSentences(subscription)).toEqual(sentences);
});

test("an unknown word of Stripe stays visible", () => {
  expect(stateOf({ ...active, status: "resting" })).toEqual({ word: "resting", tone: "warn" });
});

test.each([
  [{}, true, false],
  [{ cancel_at: day }, false, true],
  [{ next_plan: "basic" }, true, true],
  [{ pending_until: day }, false, false],
  [{ plan: null }, false, false],
  [{ status: "past_due" }, false, false],
  [{ status: "canceled", cancel_at: day }, false, false],
])("%o: change %s, resume %s", (changes, isChangeable, isResumable) => {
  const subscription = { ...active, ...changes };
  expect(canChange(subscription)).toBe(isChangeable);
  expect(canResume(subscription)).toBe(isResumable);
});
