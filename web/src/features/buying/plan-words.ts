/** Describes plans in words: the period, the credits and the trial. */
import type { CatalogPlan } from "@/api/my-subscriptions";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";

type Period = Pick<CatalogPlan, "interval" | "interval_count">;

/** "each month", "every 3 months" */
export function periodWords({ interval, interval_count: count }: Period): string {
  if (interval === "week")
    return count === 1 ? t("each week") : t("every {count} weeks", { count });
  if (interval === "year")
    return count === 1 ? t("each year") : t("every {count} years", { count });
  return count === 1 ? t("each month") : t("every {count} months", { count });
}

/** "each month", also for the credits of a plan that is paid by the year. */
export function allowanceWords(plan: Period & Pick<CatalogPlan, "grant_every">): string {
  return periodWords(
    plan.grant_every === "month" ? { interval: "month", interval_count: 1 } : plan,
  );
}

export function trialWords({ trial }: Pick<CatalogPlan, "trial">, scale: number): string | null {
  if (trial === null) return null;
  const { days, needs_card } = trial;
  const credits = formatAmount(trial.credits, { scale });
  const free =
    trial.credits > 0
      ? t("{days} days free, with {credits} credits.", { days, credits })
      : t("{days} days free.", { days });
  return needs_card ? free : `${free} ${t("No card needed.")}`;
}

export function featureWords({ feature, credits }: CatalogPlan["features"][number], scale: number) {
  return credits > 0
    ? t("{credits} more credits for {feature}", {
        credits: formatAmount(credits, { scale }),
        feature,
      })
    : t("Includes {feature}", { feature });
}

/** Returns the whole number of seats that was typed, or null. */
export function readSeats(typed: string, max: number): number | null {
  const seats = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : 0;
  return seats >= 1 && seats <= max ? seats : null;
}

export function seatsRule(max: number): string {
  return t("Enter a whole number from 1 to {max}.", { max: formatAmount(max) });
}
