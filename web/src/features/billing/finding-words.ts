/** Describes findings: the meaning of each kind, the next steps, and both sides in plain words. */
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { priceReasons } from "./price-reasons";

type FindingWords = { title: string; meaning: string; steps: string[] };

const compare = t("Open the payment in Stripe and compare both sides.");
const acceptRight = t("If Stripe is right, accept the finding with a reason.");
const report = t("Send this finding to the operator of this installation: it is a defect.");

const known: Readonly<Record<string, FindingWords>> = {
  "paid-not-granted": {
    title: t("Paid, but no credits"),
    meaning: t("Stripe has the money, and the buyer has no credits for it."),
    steps: [
      t("Apply it again: the cause may be gone."),
      t("Otherwise refund the payment in Stripe, or grant the credits by hand and accept this."),
    ],
  },
  "granted-not-paid": {
    title: t("Credits without money"),
    meaning: t(
      "Credits were granted, and Stripe does not have the money. They are never taken back by themselves.",
    ),
    steps: [
      t("Look the payment up in Stripe."),
      t("If the money is missing, undo the grant on the customer's page."),
      t("If it was paid in another way, accept the finding with a reason."),
    ],
  },
  "amount-mismatch": {
    title: t("Different amounts"),
    meaning: t("The amount at Stripe is not the recorded one."),
    steps: [
      compare,
      t("If no credits were granted, refund the payment or grant them by hand."),
      acceptRight,
    ],
  },
  "currency-mismatch": {
    title: t("Different currencies"),
    meaning: t("The currency at Stripe is not the recorded one."),
    steps: [
      compare,
      t("If no credits were granted, refund the payment or grant them by hand."),
      acceptRight,
    ],
  },
  "mode-mismatch": {
    title: t("Live and test mixed up"),
    meaning: t("One side is live, and the other is a test."),
    steps: [
      t("Replace the Stripe key by one of this mode, in the billing settings."),
      t("Refund in Stripe what was paid in the wrong mode."),
    ],
  },
  "customer-mismatch": {
    title: t("Another customer paid"),
    meaning: t("Another customer of Stripe paid than the one who ordered."),
    steps: [
      t("Find out in Stripe who paid."),
      t("If the payer agrees, accept the finding. Otherwise refund the payment."),
    ],
  },
  "drifted-price": {
    title: t("A price is not on sale"),
    meaning: t(
      "Its price was archived or deleted in Stripe, so the pack or plan cannot be bought.",
    ),
    steps: [t("Make the price again on the page of packs and plans, or archive the pack or plan.")],
  },
  "unmapped-price": {
    title: t("A price of no plan"),
    meaning: t("A subscription has a price of no plan, so its payments bring no credits."),
    steps: [
      t(
        "Map the price to a version of a plan, under “Versions” of the plan: the paid period then gets its credits.",
      ),
      t("Otherwise change the subscription in Stripe, and refund the payment."),
    ],
  },
  "two-subscriptions": {
    title: t("Two subscriptions of one kind"),
    meaning: t("A buyer pays for two subscriptions of one family of plans."),
    steps: [t("Cancel one of them, and refund its payment.")],
  },
  "paid-after-end": {
    title: t("Paid after the end"),
    meaning: t("An invoice was paid after its subscription had ended. It brought no credits."),
    steps: [t("Accept the payment, which then brings its credits, or refund it.")],
  },
  "two-customers": {
    title: t("Two customers for one buyer"),
    meaning: t("A buyer has several default customers at Stripe, which cannot happen."),
    steps: [report],
  },
  "clawback-mismatch": {
    title: t("Other credits taken back"),
    meaning: t("More or fewer credits were taken back than refunds and lost disputes say."),
    steps: [report],
  },
  "unknown-status": {
    title: t("Unknown state"),
    meaning: t(
      "Stripe uses a word that this version does not know. No credits are granted for it.",
    ),
    steps: [t("Look the payment up in Stripe."), t("Ask the operator to update Tollgate.")],
  },
  "balance-unexplained": {
    title: t("Different amount after fees"),
    meaning: t("Your Stripe balance changed by another amount than the recorded one."),
    steps: [
      t("Compare the fee of the payment in Stripe."),
      t("If Stripe changed the fee later, accept the finding with a reason."),
    ],
  },
  "journal-mismatch": {
    title: t("The money journal differs"),
    meaning: t("The money journal does not have the amount of the payment."),
    steps: [report],
  },
};

/** A kind of a later version is shown by its code. */
export function findingWords(kind: string): FindingWords {
  return known[kind] ?? { title: kind, meaning: "", steps: [compare, acceptRight] };
}

/** "100+" if there are more than were counted. */
export function findingCount(count: number, hasMore = false): string {
  if (count === 1) return t("1 finding needs a decision");
  const figure = `${formatAmount(count)}${hasMore ? "+" : ""}`;
  return t("{count} findings need a decision", { count: figure });
}

const sides: Readonly<Record<string, string>> = {
  new: t("Being opened"),
  open: t("Not paid yet"),
  processing: t("On its way"),
  completed: t("Credits granted"),
  paid: t("Credits granted"),
  failed: t("Failed"),
  expired: t("Expired"),
  review: t("Needs review"),
  sold: t("On sale"),
  live: t("Live"),
  test: t("Test"),
  missing: t("Not known to Stripe"),
  canceled: t("Canceled"),
  "complete paid": t("Paid"),
  "complete no_payment_required": t("Nothing to pay"),
  "complete unpaid": t("On its way"),
  "open unpaid": t("Not paid yet"),
  "expired unpaid": t("Expired"),
};

const money = /^(-?\d+) ([a-z]{3})$/;
const minor = /^-?\d+$/;

/** Returns one side in words, or as it is if there are none. */
export function sideWords(text: string): string {
  const [, amount, currency] = money.exec(text) ?? [];
  if (amount !== undefined && currency !== undefined) return formatMoney(Number(amount), currency);
  if (minor.test(text)) return t("{amount} of the smallest unit", { amount: text });
  if (text.startsWith("review ")) {
    const reason = findingWords(text.slice("review ".length));
    return t("Needs review: {reason}", { reason: reason.title });
  }
  return sides[text] ?? priceReasons[text] ?? text;
}
