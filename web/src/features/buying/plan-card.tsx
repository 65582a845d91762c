/** A plan as buyers see it: price and credits of a period, the trial and the features. */
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import type { CatalogPlan } from "@/api/my-subscriptions";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { allowanceWords, featureWords, periodWords, trialWords } from "./plan-words";

type Props = { plan: CatalogPlan; scale: number; badge?: ReactNode; action?: ReactNode };

export function PlanCard({ plan, scale, badge, action }: Props) {
  const { name, description, prices, features, max_quantity } = plan;
  const [price] = prices;
  const trial = trialWords(plan, scale);
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
            {formatMoney(price.amount_minor, price.currency)}
          </span>
          <span className="text-ink-soft text-sm">{periodWords(plan)}</span>
          {max_quantity > 1 && <span className="text-ink-soft text-sm">{t("per seat")}</span>}
        </p>
      )}
      <ul className="grid gap-1.5 text-sm">
        <Line>
          {t("{credits} credits {period}", {
            credits: formatAmount(plan.credits, { scale }),
            period: allowanceWords(plan),
          })}
        </Line>
        {features.map((feature) => (
          <Line key={feature.feature}>{featureWords(feature, scale)}</Line>
        ))}
      </ul>
      <div className="mt-auto grid gap-3">
        {trial && <p className="text-pretty text-ink-faint text-sm">{trial}</p>}
        {action}
      </div>
    </article>
  );
}

function Line({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2">
      <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
      <span className="wrap-anywhere min-w-0">{children}</span>
    </li>
  );
}
