/** A plan as buyers see it: price, credits, trial and features. The editor shows it beside its fields. */
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import {
  allowanceWords,
  featureWords,
  type Period,
  perPeriod,
  seatsWords,
  trialWords,
} from "@/lib/plan-words";

/** Figures are null while they are being typed. */
type ShownPlan = Period & {
  name: string;
  description?: string | null;
  grant_every: "interval" | "month";
  credits: number | null;
  trial: { days: number; credits: number; needs_card: boolean } | null;
  max_quantity: number;
  features: readonly { feature: string; credits: number }[];
  /** The first one is shown: it is the one that is paid. */
  prices: readonly { currency: string; amount_minor: number | null }[];
};

type Props = { plan: ShownPlan; scale: number; badge?: ReactNode; action?: ReactNode };

export function PlanCard({ plan, scale, badge, action }: Props) {
  const { name, description, credits, prices, trial, max_quantity: seats } = plan;
  const [price] = prices;
  return (
    <article className="flex h-full flex-col gap-4 rounded-card border border-hairline bg-surface p-5 shadow-card">
      <header className="min-w-0">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="wrap-anywhere min-w-0 font-semibold">{name}</h3>
          {badge}
        </div>
        {description && <p className="text-pretty text-ink-soft text-sm">{description}</p>}
      </header>
      {price && (
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold text-3xl tabular-nums tracking-[-0.03em]">
            {price.amount_minor === null ? "…" : formatMoney(price.amount_minor, price.currency)}
          </span>
          <span className="text-ink-soft text-sm">{perPeriod(plan)}</span>
          {seats > 1 && <span className="text-ink-soft text-sm">{t("per seat")}</span>}
        </p>
      )}
      <ul className="grid gap-1.5 text-sm">
        <Point>{credits === null ? "…" : allowanceWords({ ...plan, credits }, scale)}</Point>
        {plan.features.map((feature) => (
          <Point key={feature.feature}>{featureWords(feature, scale)}</Point>
        ))}
        {seats > 1 && <Point>{seatsWords(seats)}</Point>}
      </ul>
      <div className="mt-auto grid gap-3">
        {trial && <p className="text-pretty text-ink-soft text-sm">{trialWords(trial, scale)}</p>}
        {action}
      </div>
    </article>
  );
}

function Point({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
      <span className="wrap-anywhere min-w-0">{children}</span>
    </li>
  );
}
