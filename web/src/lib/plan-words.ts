/** Describes the terms of a plan: its period, its credits, and the rest of an unused allowance. */
import { formatAmount } from "./amount";
import { t } from "./language";

type Interval = "week" | "month" | "year";
export type Period = { interval: Interval; interval_count: number };

/** "per month", or "every 3 months". */
export function perPeriod({ interval, interval_count: count }: Period): string {
  if (count === 1) {
    return { week: t("per week"), month: t("per month"), year: t("per year") }[interval];
  }
  return {
    week: t("every {count} weeks", { count }),
    month: t("every {count} months", { count }),
    year: t("every {count} years", { count }),
  }[interval];
}

/** A period of several months can have an allowance in each month. */
export function hasMonths({ interval, interval_count }: Period): boolean {
  return interval === "year" || (interval === "month" && interval_count > 1);
}

type Allowance = Period & { grant_every: "interval" | "month"; credits: number };

/** "1,000 credits per month" */
export function allowanceWords(terms: Allowance, scale: number): string {
  const rhythm: Period =
    terms.grant_every === "month" ? { interval: "month", interval_count: 1 } : terms;
  const credits = formatAmount(terms.credits, { scale });
  return t("{credits} credits {period}", { credits, period: perPeriod(rhythm) });
}

type Trial = { days: number; credits: number; needs_card: boolean };

/** "14 days free with 100 credits" */
export function trialWords({ days, credits }: Trial, scale: number): string {
  if (credits === 0) return days === 1 ? t("1 day free") : t("{days} days free", { days });
  const figure = formatAmount(credits, { scale });
  return days === 1
    ? t("1 day free with {credits} credits", { credits: figure })
    : t("{days} days free with {credits} credits", { days, credits: figure });
}

type Rollover = {
  rollover: "none" | "capped" | "all";
  rollover_cap: number | null;
  rollover_periods: number;
};

/** What happens to the credits that a period leaves unused. */
export function rolloverWords(terms: Rollover, scale: number): string {
  const { rollover, rollover_cap, rollover_periods: periods } = terms;
  if (rollover === "none") return t("Unused credits expire with the period.");
  if (rollover === "capped") {
    const cap = formatAmount(rollover_cap ?? 0, { scale });
    return periods === 1
      ? t("Up to {cap} unused credits stay for 1 more period.", { cap })
      : t("Up to {cap} unused credits stay for {periods} more periods.", { cap, periods });
  }
  return periods === 1
    ? t("Unused credits stay for 1 more period.")
    : t("Unused credits stay for {periods} more periods.", { periods });
}
