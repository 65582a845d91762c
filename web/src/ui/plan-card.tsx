/** A plan as buyers see it: price, credits, trial and features. The editor shows it beside its fields. */
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { allowanceWords, type Period, perPeriod, trialWords } from "@/lib/plan-words";

type ShownPlan = Period & {
  name: string;
  description?: string | null;
  grant_every: "interval" | "month";
  /** Null while it is being typed. */
  credits: number | null;
  trial: { days: number; credits: number; needs_card: boolean } | null;
  max_quantity: number;
  features: readonly { feature: string; credits: number }[];
  prices: readonly { currency: string; amount_minor: number | null }[];
};

type Props = { plan: ShownPlan; scale: number; action?: ReactNode };

export function PlanCard({ plan, scale, action }: Props) {
  const { name, description, credits, prices, trial, max_quantity: seats } = plan;
  const [first, ...others] = prices;
  const isFree = trial !== null && !trial.needs_card;
  return (
    <article className="flex h-full flex-col gap-4 rounded-card border border-hairline bg-surface p-5 shadow-card">
      <header className="min-w-0">
        <h3 className="wrap-anywhere font-semibold">{name || t("Name of the plan")}</h3>
        {description && <p className="text-pretty text-ink-soft text-sm">{description}</p>}
      </header>
      <div>
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold text-3xl tabular-nums tracking-[-0.03em]">
            {first ? amountOf(first) : "…"}
          </span>
          <span className="text-ink-soft text-sm">{perPeriod(plan)}</span>
        </p>
        {others.length > 0 && (
          <p className="text-ink-faint text-sm tabular-nums">{others.map(amountOf).join(" · ")}</p>
        )}
      </div>
      <ul className="grid gap-1.5 text-sm">
        <Point>{credits === null ? "…" : allowanceWords({ ...plan, credits }, scale)}</Point>
        {plan.features.map(({ feature, credits: extra }) => (
          <Point key={feature}>
            {extra > 0
              ? t("{feature}, +{credits} credits", {
                  feature,
                  credits: formatAmount(extra, { scale }),
                })
              : feature}
          </Point>
        ))}
        {seats > 1 && <Point>{t("Up to {seats} seats", { seats: formatAmount(seats) })}</Point>}
      </ul>
      {(trial || action) && (
        <div className="mt-auto flex flex-wrap items-center justify-between gap-3 border-hairline border-t pt-4">
          {trial && (
            <p className="text-pretty text-ink-soft text-sm">
              {trialWords(trial, scale)}
              {isFree && ` · ${t("no card needed")}`}
            </p>
          )}
          {action}
        </div>
      )}
    </article>
  );
}

function amountOf({ currency, amount_minor }: ShownPlan["prices"][number]): string {
  return amount_minor === null ? "…" : formatMoney(amount_minor, currency);
}

function Point({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
