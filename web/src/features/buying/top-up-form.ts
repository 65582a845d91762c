/** Reads the typed terms of an automatic top-up, names what is wrong, and writes the sentence of the consent. */
import type { TopUp } from "@/api/top-ups";
import type { CatalogPack } from "@/api/types";
import { decimalAmount, decimalText, formatAmount } from "@/lib/amount";
import { typedAmount } from "@/lib/credit-change";
import { t } from "@/lib/language";
import { decimalsOf, formatMoney, typedMoney } from "@/lib/money";
import { readSeats } from "@/lib/plan-words";
import { isRepeatable } from "./sellers";

/** What is bought at once. */
export type Purchase = {
  pack: string;
  name: string;
  quantity: number;
  credits: number;
  bonus: number;
  amount_minor: number;
  currency: string;
};

type Terms = { threshold: number; month_max_minor: number; month_max_count: number };
export type TypedTerms = Record<keyof Terms, string>;
export type ReadTerms = Record<keyof Terms, number | null>;

/** The API's limits. */
const maxMoney = 99_999_999;
export const maxCount = 100;

const suggestedCount = 5;
const suggestedShare = 10;

/** Returns the purchases to choose from, in the currency of the rule if the pack has a price in it. */
export function purchasesOf(packs: readonly CatalogPack[], rule: TopUp): Purchase[] {
  return packs.filter(isRepeatable).flatMap(({ code, name, credits, bonus, prices }) => {
    const price = prices.find(({ currency }) => currency === rule.currency) ?? prices[0];
    if (!price) return [];
    const quantity = code === rule.pack?.code ? Math.max(1, rule.quantity) : 1;
    return {
      pack: code,
      name,
      quantity,
      credits: credits * quantity,
      bonus: bonus * quantity,
      amount_minor: price.amount_minor * quantity,
      currency: price.currency,
    };
  });
}

/** Returns the terms of the rule, or for another pack terms that suit most buyers. */
export function startingTerms(rule: TopUp, purchase: Purchase): Terms {
  const { pack, currency, amount_minor, credits } = purchase;
  if (rule.pack?.code === pack && rule.currency === currency) return rule;
  const most = Math.min(rule.limit_minor ?? maxMoney, maxMoney);
  const count = Math.max(1, Math.min(suggestedCount, Math.floor(most / amount_minor)));
  return {
    threshold: Math.max(1, Math.floor(credits / suggestedShare)),
    month_max_minor: amount_minor * count,
    month_max_count: count,
  };
}

/** Writes terms as a user would type them. */
export function writeTerms(terms: Terms, { currency }: Purchase, scale: number): TypedTerms {
  return {
    threshold: decimalText(decimalAmount(terms.threshold, scale)),
    month_max_minor: decimalText(decimalAmount(terms.month_max_minor, decimalsOf(currency))),
    month_max_count: String(terms.month_max_count),
  };
}

/** Returns null for each value that the server would refuse. */
export function readTerms(
  typed: TypedTerms,
  { credits, amount_minor, currency }: Purchase,
  scale: number,
  limit: number | null,
): ReadTerms {
  const threshold = typedAmount(typed.threshold, scale);
  const most = typedMoney(typed.month_max_minor, currency);
  return {
    // At 0 nothing would ever be bought.
    threshold: threshold !== null && threshold >= 1 && threshold < credits ? threshold : null,
    month_max_minor:
      most !== null && most >= amount_minor && most <= (limit ?? maxMoney) ? most : null,
    month_max_count: readSeats(typed.month_max_count, maxCount),
  };
}

/** Returns the terms if all of them are valid. */
export function wholeTerms(read: ReadTerms): Terms | null {
  const { threshold, month_max_minor, month_max_count } = read;
  if (threshold === null || month_max_minor === null || month_max_count === null) return null;
  return { threshold, month_max_minor, month_max_count };
}

export function thresholdHint({ credits }: Purchase, scale: number): string {
  return t("Enter a number above zero and below {most}, the credits of one purchase.", {
    most: formatAmount(credits, { scale }),
  });
}

export function monthHint({ amount_minor, currency }: Purchase, limit: number | null): string {
  const least = formatMoney(amount_minor, currency);
  return limit === null
    ? t("Enter at least {least}, the price of one purchase.", { least })
    : t("Enter an amount from {least}, the price of one purchase, to {most}.", {
        least,
        most: formatMoney(limit, currency),
      });
}

/** The server asks for consent when a rule starts, and when it may charge more or sooner than before. */
export function needsConsent(rule: TopUp, wanted: Purchase & Terms): boolean {
  return (
    rule.state === "off" ||
    rule.state === "needs_consent" ||
    rule.pack?.code !== wanted.pack ||
    rule.currency !== wanted.currency ||
    wanted.credits < rule.credits ||
    wanted.amount_minor > rule.amount_minor ||
    wanted.threshold > rule.threshold ||
    wanted.month_max_minor > rule.month_max_minor ||
    wanted.month_max_count > rule.month_max_count
  );
}

/** The sentence to which the buyer agrees; the server stores it as it is shown. */
export function consentSentence(wanted: Purchase & Terms, seller: string, scale: number): string {
  const { threshold, credits, amount_minor, currency, month_max_minor } = wanted;
  const count = wanted.month_max_count;
  const values = {
    seller,
    count,
    price: formatMoney(amount_minor, currency),
    credits: formatAmount(credits, { scale }),
    threshold: formatAmount(threshold, { scale }),
    most: formatMoney(month_max_minor, currency),
  };
  return count === 1
    ? t(
        "I agree that {seller} charges my saved card {price} for {credits} credits when fewer than {threshold} are left, at most {most} and once a month, until I turn it off.",
        values,
      )
    : t(
        "I agree that {seller} charges my saved card {price} for {credits} credits each time fewer than {threshold} are left, at most {most} and {count} times a month, until I turn it off.",
        values,
      );
}
