/** What a change does to a balance, told before it is made; the server decides. */
import { formatAmount } from "./amount";
import { language, t } from "./language";

type Standing = {
  posted: number;
  held: number;
  debt: number;
  overdraft_limit: number;
};

/** What can be spent: what is there, without what is set aside, with what may be owed. */
function available({ posted, held, debt, overdraft_limit }: Standing): number {
  return posted - held + Math.max(0, overdraft_limit - debt);
}

/** A grant that repays pays first what is owed. */
export function afterGrant(before: Standing, amount: number, repays: boolean) {
  const repaid = repays ? Math.min(amount, before.debt) : 0;
  const after = {
    ...before,
    posted: before.posted + amount - repaid,
    debt: before.debt - repaid,
  };
  return { repaid, available: available(after) };
}

/** Another limit on what may be owed. */
export function afterLimit(before: Standing, limit: number): number {
  return available({ ...before, overdraft_limit: limit });
}

/** What may still be spent in the window of a limit; the limit may be lower than what was spent already. */
export function leftOf(cap: number, spent: number): number {
  return Math.max(0, cap - spent);
}

type SpendLimit = { cap: number; period: "day" | "month"; spent: number };

/** As in "120 of 500 this month"; days and months are those of UTC. */
export function limitLabel({ cap, period, spent }: SpendLimit, scale: number): string {
  const figures = { spent: formatAmount(spent, { scale }), cap: formatAmount(cap, { scale }) };
  return period === "day"
    ? t("{spent} of {cap} today", figures)
    : t("{spent} of {cap} this month", figures);
}

/** What typed credits have to be, for whoever typed something else. */
export function amountRule(scale: number): string {
  if (scale === 0) return t("a whole number");
  return scale === 1
    ? t("a number with at most 1 decimal place")
    : t("a number with at most {scale} decimal places", { scale });
}

/** Typed credits as whole smallest units: "12.5" at two digits is 1250; null when it is no such number. */
export function typedAmount(typed: string, scale: number, spoken = language): number | null {
  const plain = spoken === "de" ? plainGerman(typed.trim(), scale) : plainEnglish(typed.trim());
  if (plain === null) return null;
  const [whole = "", fraction = ""] = plain.split(".");
  if (fraction.length > scale) return null;
  const units = Number(whole + fraction.padEnd(scale, "0"));
  return Number.isSafeInteger(units) ? units : null;
}

/** "1,234.50" is "1234.50"; null when it is no number. */
function plainEnglish(typed: string): string | null {
  return /^(?:\d{1,3}(?:,?\d{3})*|\d+)(?:\.\d+)?$/.test(typed) ? typed.replaceAll(",", "") : null;
}

/** "1.234,50" is "1234.50"; null also when a German and an English reader would see two numbers. */
function plainGerman(typed: string, scale: number): string | null {
  const isDotOnly = /^\d{1,3}\.\d{3}$/.test(typed);
  if (isDotOnly && scale > 2) return null;
  if (/^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/.test(typed)) {
    return typed.replaceAll(".", "").replace(",", ".");
  }
  const isEnglish = /^(?:\d+|\d{1,3}(?:,\d{3})+)\.\d+$/.test(typed);
  return isEnglish ? plainEnglish(typed) : null;
}
