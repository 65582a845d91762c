/** The words about disputes, by state, and the time that is left to answer. */
import { expect, test } from "vitest";
import {
  creditsOfDispute,
  type DisputeParts,
  disputeReason,
  disputeState,
  firstToAnswer,
  needsAnswer,
  timeLeft,
} from "./dispute-words";

function dispute(state: DisputeParts["state"], status: string, withdrawn_minor = 0): DisputeParts {
  return { state, status, withdrawn_minor };
}

test.each([
  ["open", "needs_response", true, "Needs an answer"],
  ["open", "under_review", false, "The bank decides"],
  ["open", "appeal_needs_response", true, "Needs an answer"],
  ["inquiry", "warning_needs_response", true, "Inquiry needs an answer"],
  ["inquiry", "warning_under_review", false, "Inquiry under review"],
  ["won", "won", false, "Won"],
  ["won", "warning_closed", false, "Inquiry closed"],
  ["lost", "lost", false, "Lost"],
  ["prevented", "prevented", false, "Prevented"],
  ["open", "a_word_of_tomorrow", false, "The bank decides"],
] as const)("a dispute %s with %s: an answer is needed %s, and it is shown as %s", (...row) => {
  const [state, status, isNeeded, words] = row;
  expect(needsAnswer(dispute(state, status))).toBe(isNeeded);
  expect(disputeState(dispute(state, status)).words).toBe(words);
});

test.each([
  [dispute("inquiry", "warning_needs_response"), null, "customer keeps the credits"],
  [dispute("inquiry", "warning_needs_response"), "550", "freeze 550 credits"],
  [dispute("open", "needs_response", 900), "550", "550 credits are frozen"],
  [dispute("open", "needs_response", 900), null, "No credits are left to freeze"],
  [dispute("won", "won"), null, "The money is yours"],
  [dispute("lost", "lost", 900), null, "The buyer has the money"],
  [dispute("prevented", "prevented", 900), null, "The buyer has the money"],
  [dispute("prevented", "prevented", 0), null, "No money was taken"],
] as const)("credits of %o with %s frozen: %s", (parts, frozen, words) => {
  expect(creditsOfDispute(parts, { frozen })).toContain(words);
});

test.each([
  ["2026-11-30T12:00:00Z", "3 days left"],
  ["2026-11-29T12:00:00Z", "2 days left"],
  ["2026-11-29T11:59:00Z", "47 hours left"],
  ["2026-11-27T13:00:00Z", "1 hour left"],
  ["2026-11-27T12:59:00Z", "less than an hour left"],
  ["2026-11-27T12:00:00Z", "the time is over"],
  ["2026-11-20T12:00:00Z", "the time is over"],
])("until %s: %s", (due, words) => {
  expect(timeLeft(due, Date.parse("2026-11-27T12:00:00Z"))).toBe(words);
});

test("the earliest deadline is answered first, and answered disputes are left out", () => {
  const open = (status: string, due_by: string | null) => ({ ...dispute("open", status), due_by });
  const late = open("needs_response", "2026-12-09T00:00:00Z");
  const early = open("needs_response", "2026-12-02T00:00:00Z");
  const answered = open("under_review", "2026-12-01T00:00:00Z");
  const endless = open("needs_response", null);
  expect(firstToAnswer([late, endless, answered, early])).toBe(early);
  expect(firstToAnswer([endless])).toBe(endless);
  expect(firstToAnswer([answered])).toBeNull();
});

test("an unknown reason keeps its text", () => {
  expect(disputeReason("fraudulent")).toBe("Fraudulent");
  expect(disputeReason("bank_cannot_process")).toBe("Bank cannot process");
  expect(disputeReason(null)).toBe("No reason given");
});
