/** Arranges the sums of a website's revenue by currency, with totals and the money owed at the end of each month. */
import type { RevenuePeriod } from "@/api/types";
import { dateLanguage } from "@/lib/language";

/** The sums of a month, in the order of the columns. */
export const members = [
  "payments_minor",
  "discounts_minor",
  "earned_minor",
  "breakage_minor",
  "refunds_minor",
  "disputes_minor",
  "fees_minor",
  "tax_minor",
  "balance_minor",
] as const;

export type Sums = Record<(typeof members)[number], number>;

/** Money in the smallest unit of the currency. */
export type Statement = {
  currency: string;
  /** The earliest month first. */
  months: { period: string; sums: Sums; owed: number | null }[];
  totals: Sums;
  /** The money owed as credits now; null if it is not known. */
  owed: number | null;
};

/** Returns one statement for each currency with money; no amount is converted. `owed` is null if it is not known. */
export function statementsOf(
  periods: readonly RevenuePeriod[],
  owed: readonly { currency: string; deferred_minor: number }[] | null,
): Statement[] {
  const currencies = [...new Set(periods.map(({ currency }) => currency))].sort();
  return currencies.map((currency) => {
    const own = periods.filter((period) => period.currency === currency);
    const now = owed && (owed.find((money) => money.currency === currency)?.deferred_minor ?? 0);
    return {
      currency,
      months: own.map((sums, at) => ({
        period: sums.period,
        sums,
        // Later months have changed it to the money that is owed now.
        owed: now === null ? null : now - sumOf(own.slice(at + 1), "deferred_minor"),
      })),
      totals: Object.fromEntries(members.map((member) => [member, sumOf(own, member)])) as Sums,
      owed: now,
    };
  });
}

function sumOf(periods: RevenuePeriod[], member: keyof Sums | "deferred_minor"): number {
  return periods.reduce((sum, period) => sum + period[member], 0);
}

/** Returns the first day of the month in UTC that began some months before the current one. */
export function firstDayOf(monthsBefore: number, now: number): string {
  const today = new Date(now);
  const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsBefore, 1);
  return new Date(first).toISOString().slice(0, 10);
}

/** Returns that many months from a day on: "2026-11". */
export function monthsFrom(day: string, count: number): string[] {
  const first = new Date(day);
  return Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + at, 1))
      .toISOString()
      .slice(0, 7),
  );
}

const monthName = new Intl.DateTimeFormat(dateLanguage, {
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** "Nov 2026" */
export function monthLabel(month: string): string {
  return monthName.format(Date.parse(`${month}-01`));
}
