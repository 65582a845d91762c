/** Shows what a customer can spend, how it is calculated, and when credits expire. */
import type { CustomerBalance, Lot } from "@/api/types";
import { formatAmount, unitLabel } from "@/lib/amount";
import { limitLabel } from "@/lib/credit-change";
import { t } from "@/lib/language";
import { calendarDay } from "@/lib/time";
import { sourceLabel } from "@/lib/transaction-words";
import { Amount } from "@/ui/amount";
import { Badge } from "@/ui/badge";
import { Card, CardHeader } from "@/ui/card";

export function BalancePanel({ balance }: { balance: CustomerBalance }) {
  const { available, posted, held, debt, scale, unit, overdraft_limit, spend_limit } = balance;
  return (
    <Card aria-label={t("Balance")} className="p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-ink-soft text-sm">{t("Available")}</h2>
        {available <= 0 && <Badge tone="warn">{t("Nothing left")}</Badge>}
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Amount
          value={available}
          scale={scale}
          className="font-semibold text-4xl tracking-[-0.03em]"
        />
        <span className="text-ink-soft text-sm">{unitLabel(unit, available, scale)}</span>
      </p>
      <dl className="mt-4 grid gap-2 border-hairline border-t pt-4 text-sm">
        <Line label={t("Balance")} value={formatAmount(posted, { scale })} />
        <Line label={t("On hold")} value={formatAmount(-held, { scale })} />
        {debt > 0 && <Line label={t("Owed")} value={formatAmount(debt, { scale })} />}
        <Line label={t("Overdraft limit")} value={formatAmount(overdraft_limit, { scale })} />
        <Line
          label={t("Spending limit")}
          value={spend_limit ? limitLabel(spend_limit, scale) : t("No limit")}
        />
      </dl>
    </Card>
  );
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-faint">{label}</dt>
      <dd className="font-medium tabular-nums">{value}</dd>
    </div>
  );
}

/** Lots in the order in which spends use them. */
export function LotsPanel({ balance }: { balance: CustomerBalance }) {
  const { lot_count, scale, next_expiry } = balance;
  // Null only for a balance in the past, which this page never requests.
  const lots = balance.lots ?? [];
  const note = next_expiry
    ? t("{amount} expire on {at}.", {
        amount: formatAmount(next_expiry.amount, { scale }),
        at: calendarDay(next_expiry.at),
      })
    : t("No expiry");
  return (
    <Card aria-labelledby="lots" className="overflow-hidden">
      <CardHeader
        id="lots"
        title={t("Credits by expiry")}
        note={lots.length === 0 ? t("No credits left.") : note}
      />
      <ul className="divide-y divide-hairline">
        {lots.map((lot) => (
          <li
            key={`${lot.transaction_id} ${lot.kind} ${lot.effective_at}`}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-3 text-sm"
          >
            <LotWords lot={lot} />
            <LotFigures lot={lot} scale={scale} />
          </li>
        ))}
      </ul>
      {lot_count !== null && lot_count !== undefined && lot_count > lots.length && (
        <p className="border-hairline border-t px-5 py-3 text-ink-faint text-sm">
          {t("{count} more are not shown.", { count: formatAmount(lot_count - lots.length) })}
        </p>
      )}
    </Card>
  );
}

function LotWords({ lot }: { lot: Lot }) {
  return (
    <div className="min-w-0">
      <p className="font-medium">{sourceLabel(lot.kind)}</p>
      <p className="text-ink-faint text-xs">
        {lot.expires_at
          ? t("Expires {date}", { date: calendarDay(lot.expires_at) })
          : t("No expiry")}
        {lot.feature && ` · ${t("only for {feature}", { feature: lot.feature })}`}
      </p>
    </div>
  );
}

function LotFigures({ lot, scale }: { lot: Lot; scale: number }) {
  const share = lot.amount > 0 ? lot.remaining / lot.amount : 0;
  return (
    <div className="flex items-center gap-3">
      <span className="whitespace-nowrap tabular-nums">
        {formatAmount(lot.remaining, { scale })}
        <span className="text-ink-faint">
          {" "}
          {t("of {amount}", { amount: formatAmount(lot.amount, { scale }) })}
        </span>
      </span>
      {/* The figures are next to it; at the end of the line all bars start at the same position. */}
      <svg aria-hidden="true" viewBox="0 0 64 6" className="h-1.5 w-16 text-accent">
        <rect width="64" height="6" rx="3" className="fill-hairline" />
        <rect width={64 * share} height="6" rx="3" fill="currentColor" />
      </svg>
    </div>
  );
}
