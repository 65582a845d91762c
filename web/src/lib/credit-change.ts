/** Calculates the effect of a change on a balance before it is submitted; the server decides. */
import { formatAmount } from "./amount";
import { language, t } from "./language";

type BalanceParts = {
  posted: number;
  held: number;
  debt: number;
  overdraft_limit: number;
};

/** Available credits: the balance without holds and debt, plus the overdraft limit. */
function available({ posted, held, debt, overdraft_limit }: BalanceParts): number {
  return posted - held + Math.max(0, overdraft_limit - debt);
}

/** A grant that repays debt repays it first. */
export function afterGrant(before: BalanceParts, amount: number, repays: boolean) {
  const repaid = repays ? Math.min(amount, before.debt) : 0;
  const after = {
    ...before,
    posted: before.posted + amount - repaid,
    debt: before.debt - repaid,
  };
  return { repaid, available: available(after) };
}

/** The available credits after a change of the overdraft limit. */
export function afterLimit(before: BalanceParts, limit: number): number {
  return available({ ...before, overdraft_limit: limit });
}

/** The rest of a spending limit in its period; the limit may be lower than the credits already spent. */
export function leftOf(cap: number, spent: number): number {
  return Math.max(0, cap - spent);
}

type SpendLimit = { cap: number; period: "day" | "month"; spent: number };

/** Returns "120 of 500 this month"; days and months are in UTC. */
export function limitLabel({ cap, period, spent }: SpendLimit, scale: number): string {
  const figures = { spent: formatAmount(spent, { scale }), cap: formatAmount(cap, { scale }) };
  return period === "day"
    ? t("{spent} of {cap} today", figures)
    : t("{spent} of {cap} this month", figures);
}

/** Describes a valid amount, for an error message. */
export function amountRule(scale: number): string {
  if (scale === 0) return t("a whole number");
  return scale === 1
    ? t("a number with at most 1 decimal place")
    : t("a number with at most {scale} decimal places", { scale });
}

/** Parses typed credits to whole smallest units: "12.5" at two digits is 1250; null for anything else. */
export function typedAmount(typed: string, scale: number, spoken = language): number | null {
  const plain = spoken === "de" ? plainGerman(typed.trim(), scale) : plainEnglish(typed.trim());
  if (plain === null) return null;
  const [whole = "", fraction = ""] = plain.split(".");
  if (fraction.length > scale) return null;
  const units = Number(whole + fraction.padEnd(scale, "0"));
  return Number.isSafeInteger(units) ? units : null;
}

/** "1,234.50" is "1234.50"; null for anything else. */
function plainEnglish(typed: string): string | null {
  return /^(?:\d{1,3}(?:,?\d{3})*|\d+)(?:\.\d+)?$/.test(typed) ? typed.replaceAll(",", "") : null;
}

/** "1.234,50" is "1234.50"; null also when German and English readers would see two different numbers. */
function plainGerman(typed: string, scale: number): string | null {
  const isDotOnly = /^\d{1,3}\.\d{3}$/.test(typed);
  if (isDotOnly && scale > 2) return null;
  if (/^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/.test(typed)) {
    return typed.replaceAll(".", "").replace(",", ".");
  }
  const isEnglish = /^(?:\d+|\d{1,3}(?:,\d{3})+)\.\d+$/.test(typed);
  return isEnglish ? plainEnglish(typed) : null;
}
