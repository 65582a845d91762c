/** Each state of a subscription has its words, and decides about changes. */
import { expect, test } from "vitest";
import type { MySubscription } from "@/api/my-subscriptions";
import { aCatalogPlan, aSubscription } from "@/testing/subscription-fixtures";
import {
  allowanceWords,
  featureWords,
  periodWords,
  readSeats,
  seatsRule,
  trialWords,
} from "./plan-words";
import { badgeOf, isChangeable, isLive, stateWords } from "./subscription-words";

const rows: [Partial<MySubscription>, string, RegExp, boolean][] = [
  [{}, "Active", /^Renews on 14 December 2026\.$/, true],
  [
    { status: "trialing", trial_end: "2026-11-28T10:00:00Z" },
    "Free trial",
    /^Free until 28 November 2026\. Then the first payment/,
    true,
  ],
  [
    { cancel_at: "2026-12-14T10:00:00Z" },
    "Ends soon",
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
  [{ status: "past_due" }, "Payment failed", /Your plan goes on for now/, false],
  [
    { status: "past_due", cancel_at: "2026-12-14T10:00:00Z" },
    "Payment failed",
    /is not paid/,
    false,
  ],
  [{ status: "unpaid", subscribed: false }, "Payment failed", /the plan brings nothing/, false],
  [{ status: "incomplete", subscribed: false }, "Not paid yet", /once you pay/, false],
  [{ plan: null, plan_name: null }, "Active", /^Renews on/, false],
  [{ status: "odd", subscribed: false }, "odd", /reports the state “odd”/, false],
];

test.each(rows)("%j is called %s", (changes, badge, words, canChange) => {
  const subscription = aSubscription(changes);
  expect(badgeOf(subscription).word).toBe(badge);
  expect(stateWords(subscription)).toMatch(words);
  expect(isChangeable(subscription)).toBe(canChange);
  expect(isLive(subscription)).toBe(true);
});

test.each([
  { ended_at: "2026-11-20T10:00:00Z" },
  { status: "canceled" },
  { status: "incomplete_expired" },
])("a subscription with %j has ended", (changes) => {
  const subscription = aSubscription(changes);
  expect(isLive(subscription)).toBe(false);
  expect(badgeOf(subscription).word).toBe("Ended");
  expect(stateWords(subscription)).toMatch(/^Ended on/);
});

test("the period of a plan and the rhythm of its credits are separate", () => {
  const yearly = aCatalogPlan({ interval: "year", grant_every: "month" });
  expect(periodWords(yearly)).toBe("each year");
  expect(allowanceWords(yearly)).toBe("each month");
  const quarterly = aCatalogPlan({ interval_count: 3 });
  expect(periodWords(quarterly)).toBe("every 3 months");
  expect(allowanceWords(quarterly)).toBe("every 3 months");
  expect(periodWords({ interval: "week", interval_count: 2 })).toBe("every 2 weeks");
  expect(periodWords({ interval: "week", interval_count: 1 })).toBe("each week");
  expect(periodWords({ interval: "year", interval_count: 2 })).toBe("every 2 years");
});

test("a trial says its days, its credits and whether it needs a card", () => {
  const withTrial = (credits: number, needs_card: boolean) =>
    aCatalogPlan({ trial: { days: 14, credits, needs_card } });
  expect(trialWords(aCatalogPlan(), 0)).toBeNull();
  expect(trialWords(withTrial(1000, true), 0)).toBe("14 days free, with 1,000 credits.");
  expect(trialWords(withTrial(0, false), 0)).toBe("14 days free. No card needed.");
});

test("a feature has credits of its own, or is only included", () => {
  expect(featureWords({ feature: "image", credits: 5000 }, 2)).toBe("50.00 more credits for image");
  expect(featureWords({ feature: "export", credits: 0 }, 2)).toBe("Includes export");
});

test("seats are whole numbers up to the limit of the plan", () => {
  const typed = ["1", " 10 ", "11", "0", "1.5", "", "two", "-1"];
  expect(typed.map((text) => readSeats(text, 10))).toEqual([1, 10, ...Array(6).fill(null)]);
  expect(seatsRule(1000)).toBe("Enter a whole number from 1 to 1,000.");
});
