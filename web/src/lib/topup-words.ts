/** Describes an automatic top-up and its state for buyers and owners. */
import { formatAmount } from "./amount";
import { t } from "./language";
import { formatMoney } from "./money";

type Terms = {
  threshold: number;
  /** What one purchase brings and costs. */
  credits: number;
  amount_minor: number;
  currency: string | null;
  month_max_minor: number;
};

/** "When fewer than 500 credits are left, buy 5,000 for €20.00, at most €100.00 a month." */
export function topUpSentence(terms: Terms, scale: number): string {
  const { threshold, credits, amount_minor, month_max_minor } = terms;
  const currency = terms.currency ?? "";
  return t(
    "When fewer than {threshold} credits are left, buy {credits} for {price}, at most {most} a month.",
    {
      threshold: formatAmount(threshold, { scale }),
      credits: formatAmount(credits, { scale }),
      price: formatMoney(amount_minor, currency),
      most: formatMoney(month_max_minor, currency),
    },
  );
}

type State = "off" | "active" | "needs_action" | "needs_card" | "needs_consent";

export function topUpState(state: State): { word: string; tone: "neutral" | "good" | "warn" } {
  switch (state) {
    case "off":
      return { word: t("Off"), tone: "neutral" };
    case "active":
      return { word: t("On"), tone: "good" };
    case "needs_action":
      return { word: t("Waits for the bank"), tone: "warn" };
    case "needs_card":
      return { word: t("Needs a card"), tone: "warn" };
    case "needs_consent":
      return { word: t("Needs consent"), tone: "warn" };
  }
}

type Month = { month: { spent_minor: number }; month_max_minor: number; currency: string | null };

/** "€40.00 of €100.00 this month" */
export function topUpMonth({ month, month_max_minor, currency }: Month): string {
  return t("{spent} of {cap} this month", {
    spent: formatMoney(month.spent_minor, currency ?? ""),
    cap: formatMoney(month_max_minor, currency ?? ""),
  });
}
