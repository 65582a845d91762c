/** The step to the first sale names what is missing, and leads there. */
import { expect, test } from "vitest";
import { partOf } from "./selling-step";

const done = { isConnected: true, hasPack: true, hasPlan: false, isTest: true };

test.each([
  [{ ...done, isConnected: false }, "/s/$site/billing", "Connect Stripe, add a pack or a plan"],
  [{ ...done, hasPack: false }, "/s/$site/plans", "Add a pack or a plan next."],
  [{ ...done, hasPack: false, hasPlan: true }, "/s/$site/plans", "The plan is on sale."],
  [done, "/s/$site/plans", "Buy one with a test card."],
  [{ ...done, isTest: false }, "/s/$site/plans", "in test mode, with a test card."],
])("after %o it leads to %s", (progress, to, words) => {
  const part = partOf(progress);
  expect(part.to).toBe(to);
  expect(part.words).toContain(words);
});
