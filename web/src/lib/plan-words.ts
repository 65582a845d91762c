/** Describes the terms of a plan for owners and buyers, and reads a number of seats. */
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

/** "per month", also for the credits of a plan that is paid by the year. */
export function perAllowance(terms: Omit<Allowance, "credits">): string {
  return perPeriod(
    terms.grant_every === "month" ? { interval: "month", interval_count: 1 } : terms,
  );
}

/** "1,000 credits per month" */
export function allowanceWords(terms: Allowance, scale: number): string {
  const credits = formatAmount(terms.credits, { scale });
  return t("{credits} credits {period}", { credits, period: perAllowance(terms) });
}

type Trial = { days: number; credits: number; needs_card: boolean };

/** "14 days free with 100 credits · no card needed" */
export function trialWords(trial: Trial, scale: number): string {
  const free = freeWords(trial, scale);
  return trial.needs_card ? free : `${free} · ${t("no card needed")}`;
}

function freeWords({ days, credits }: Trial, scale: number): string {
  if (credits === 0) return days === 1 ? t("1 day free") : t("{days} days free", { days });
  const figure = formatAmount(credits, { scale });
  return days === 1
    ? t("1 day free with {credits} credits", { credits: figure })
    : t("{days} days free with {credits} credits", { days, credits: figure });
}

type Feature = { feature: string; credits: number };

export function featureWords({ feature, credits }: Feature, scale: number): string {
  return credits > 0
    ? t("{credits} more credits for {feature}", {
        credits: formatAmount(credits, { scale }),
        feature,
      })
    : t("Includes {feature}", { feature });
}

export function seatsWords(most: number): string {
  return t("Up to {seats} seats", { seats: formatAmount(most) });
}

/** The API's limit, if that of a plan is not known. */
const maxSeats = 10_000;

/** Returns the whole number of seats that was typed, or null. */
export function readSeats(typed: string, max = maxSeats): number | null {
  const seats = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : 0;
  return seats >= 1 && seats <= max ? seats : null;
}

export function seatsRule(max = maxSeats): string {
  return t("Enter a whole number from 1 to {max}.", { max: formatAmount(max) });
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
