/** Shows the credits that customers may still spend: total, forecast and sources. */

import type { WebsiteSummary } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { formatAmount, unitLabel } from "@/lib/amount";
import { daysSince } from "@/lib/days";
import { t } from "@/lib/language";
import { sourceLabel } from "@/lib/transaction-words";
import { daysLeft, sum } from "@/lib/usage";
import { Amount } from "@/ui/amount";
import { SeriesMark } from "@/ui/bar-chart";
import { Card } from "@/ui/card";

/** A forecast needs at least this many days of usage. */
const minForecastDays = 7;

export function OutstandingCard({ summary }: { summary: WebsiteSummary }) {
  const { outstanding, scale, unit } = summary;
  const { mode } = useWebsiteScope();
  const sources = outstanding.filter(({ credits }) => credits > 0);
  const total = sum(sources.map(({ credits }) => credits));
  return (
    <Card aria-labelledby="outstanding" className="flex flex-col p-5">
      <h2 id="outstanding" className="text-ink-soft text-sm">
        {mode === "test" ? t("Play credits outstanding") : t("Credits outstanding")}
      </h2>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Amount value={total} scale={scale} className="font-semibold text-4xl tracking-[-0.03em]" />
        <span className="text-ink-soft text-sm">{unitLabel(unit, total, scale)}</span>
      </p>
      <Forecast summary={summary} left={total} />
      {sources.length > 0 && <Shares sources={sources} total={total} />}
      <dl className="mt-4 grid gap-2 text-sm">
        {sources.map(({ kind, credits }, which) => (
          <div key={kind} className="flex items-center gap-2">
            <SeriesMark which={which} />
            <dt>{sourceLabel(kind)}</dt>
            <dd className="ml-auto font-medium tabular-nums">{formatAmount(credits, { scale })}</dd>
          </div>
        ))}
        <Line label={t("On hold")} value={summary.held} scale={scale} />
        <Line label={t("Debt of customers")} value={summary.owed} scale={scale} />
      </dl>
      <CustomerCount summary={summary} />
    </Card>
  );
}

/** A value of zero is hidden. */
function Line({ label, value, scale }: { label: string; value: number; scale: number }) {
  if (value === 0) return null;
  return (
    <div className="flex justify-between gap-4 text-ink-soft">
      <dt>{label}</dt>
      <dd className="tabular-nums">{formatAmount(value, { scale })}</dd>
    </div>
  );
}

function Forecast({ summary, left }: { summary: WebsiteSummary; left: number }) {
  const { first_spend_at, spent_per_day_7d } = summary;
  const isKnown = first_spend_at && daysSince(first_spend_at, Date.now()) >= minForecastDays;
  const days = isKnown ? daysLeft(left, spent_per_day_7d) : null;
  if (days === null) return null;
  return (
    <p className="text-ink-soft text-sm">
      {days > 365
        ? t("More than a year at the current pace")
        : days === 1
          ? t("About 1 day at the current pace")
          : t("About {days} days at the current pace", { days })}
    </p>
  );
}

type SharesProps = { sources: WebsiteSummary["outstanding"]; total: number };

/** The text below has the same figures. */
function Shares({ sources, total }: SharesProps) {
  let before = 0;
  return (
    <svg aria-hidden="true" width="100%" height="8" className="mt-4 block rounded-full">
      {sources.map(({ kind, credits }, which) => {
        const from = before;
        before += (100 * credits) / total;
        return (
          <rect
            key={kind}
            x={`${from}%`}
            width={`${before - from}%`}
            height="8"
            fill="currentColor"
            stroke="var(--surface)"
            className={`series-${which}`}
          />
        );
      })}
    </svg>
  );
}

function CustomerCount({ summary: { customers, customers_30d } }: { summary: WebsiteSummary }) {
  return (
    <dl className="mt-auto border-hairline border-t pt-4 text-sm max-lg:mt-4">
      <dt className="text-ink-soft text-xs">{t("Customers")}</dt>
      <dd className="font-semibold tabular-nums">
        {formatAmount(customers)}{" "}
        {customers_30d > 0 && (
          <span className="font-medium text-accent text-xs">
            {t("+{count} in 30 days", { count: formatAmount(customers_30d) })}
          </span>
        )}
      </dd>
    </dl>
  );
}
