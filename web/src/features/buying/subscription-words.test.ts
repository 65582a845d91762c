/** Each state of a subscription has its words, and decides about changes. */
import { expect, test } from "vitest";
import type { MySubscription } from "@/api/my-subscriptions";
import { canChange, isOver, stateOf } from "@/lib/subscription-state";
import { aSubscription } from "@/testing/subscription-fixtures";
import { stateWords } from "./subscription-words";

const rows: [Partial<MySubscription>, string, RegExp, boolean][] = [
  [{}, "Active", /^Renews on 14 December 2026\.$/, true],
  [
    { status: "trialing", trial_end: "2026-11-28T10:00:00Z" },
    "Trial",
    /^Free until 28 November 2026\. Then the first payment/,
    true,
  ],
  [
    { cancel_at: "2026-12-14T10:00:00Z" },
    "Ending",
    /^Ends on 14 December 2026 and is not renewed/,
    false,
  ],
  [
    { pending_until: "2026-11-15T09:00:00Z" },
    "Change waits",
    /your payment until 15 Nov 2026, 09:00 UTC/,
    false,
  ],
  [{ status: "paused", subscribed: false }, "Paused", /^Nothing is charged/, false],
  [{ subscribed: false }, "Paused", /^Nothing is charged/, false],
  [{ status: "past_due" }, "Payment overdue", /Your plan continues for now/, false],
  [
    { status: "past_due", cancel_at: "2026-12-14T10:00:00Z" },
    "Payment overdue",
    /is not paid/,
    false,
  ],
  [{ status: "unpaid", subscribed: false }, "Unpaid", /the plan brings nothing/, false],
  [{ status: "incomplete", subscribed: false }, "First payment missing", /once you pay/, false],
  [{ plan: null, plan_name: null }, "Active", /^Renews on/, false],
  [{ status: "odd", subscribed: false }, "odd", /reports the state “odd”/, false],
];

test.each(rows)("%j is called %s", (changes, badge, words, isChangeable) => {
  const subscription = aSubscription(changes);
  expect(stateOf(subscription).word).toBe(badge);
  expect(stateWords(subscription)).toMatch(words);
  expect(canChange(subscription)).toBe(isChangeable);
  expect(isOver(subscription)).toBe(false);
});

test.each([
  { ended_at: "2026-11-20T10:00:00Z" },
  { status: "canceled" },
  { status: "incomplete_expired" },
])("a subscription with %j has ended", (changes) => {
  const subscription = aSubscription(changes);
  expect(isOver(subscription)).toBe(true);
  expect(stateWords(subscription)).toMatch(/^Ended on/);
});
