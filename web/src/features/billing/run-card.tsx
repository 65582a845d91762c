/** Shows the latest comparison with Stripe: its result or its progress, its counts, and the sums of both sides. */
import { CircleCheck, CircleX, Clock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { isRunning } from "@/api/reconcile";
import type { ReconcileRun } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { rich, t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { Card } from "@/ui/card";
import { Time } from "@/ui/time";
import { findingCount } from "./finding-words";

/** `open` is the number of open findings now: some may have been accepted since the comparison. */
type Props = { runs: ReconcileRun[]; open: number | undefined; action: ReactNode };

export function RunCard({ runs, open, action }: Props) {
  const counted = (run: ReconcileRun) => ({ ...run, findings: open ?? run.findings });
  const [latest] = runs.map(counted);
  const finished = runs.map(counted).find((run) => run.state === "ended");
  return (
    <Card aria-labelledby="last-run" className="overflow-hidden">
      <div className="flex flex-wrap items-start justify-between gap-4 p-5">
        <Verdict run={latest} />
        {action}
      </div>
      {latest && isRunning(latest) && <Progress run={latest} expected={finished?.objects} />}
      {finished && <Figures run={finished} />}
      {finished && finished.sums.length > 0 && <Sums run={finished} />}
    </Card>
  );
}

function Verdict({ run }: { run: ReconcileRun | undefined }) {
  const { icon: Icon, tone, title, note } = verdictOf(run);
  return (
    <div role="status" className="flex gap-3">
      <span className={`grid size-10 shrink-0 place-items-center rounded-full ${tone}`}>
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0">
        <h2 id="last-run" className="font-semibold text-lg">
          {title}
        </h2>
        <p className="text-pretty text-ink-soft text-sm">{note}</p>
      </div>
    </div>
  );
}

const tones = {
  plain: "bg-well text-ink-soft",
  good: "bg-accent-soft text-accent-ink",
  warn: "bg-warn-soft text-warn-ink",
};

function verdictOf(run: ReconcileRun | undefined) {
  if (run === undefined) {
    return {
      icon: Clock,
      tone: tones.plain,
      title: t("Not compared yet"),
      note: t("It happens once a day by itself."),
    };
  }
  const time = <Time value={run.ended_at ?? run.to} />;
  if (isRunning(run)) {
    return {
      icon: Clock,
      tone: tones.plain,
      title: t("Comparing with Stripe…"),
      note: rich("Started {time}. You can leave this page.", { time }),
    };
  }
  if (run.state === "failed") {
    return {
      icon: CircleX,
      tone: tones.warn,
      title: t("The comparison failed"),
      note: rich("{time}: {error}. It is tried again within 15 minutes.", {
        time,
        error: run.error ?? t("Unknown"),
      }),
    };
  }
  if (run.findings === 0) {
    return {
      icon: CircleCheck,
      tone: tones.good,
      title: t("Both sides agree"),
      note: rich("Compared {time}.", { time }),
    };
  }
  return {
    icon: TriangleAlert,
    tone: tones.warn,
    title: findingCount(run.findings),
    note: rich("Compared {time}. Each one below says what to do.", { time }),
  };
}

/** The number of objects of the comparison before is the best estimate of this one's. */
function Progress({ run, expected }: { run: ReconcileRun; expected: number | undefined }) {
  const share = expected ? { max: expected, value: Math.min(run.objects, expected) } : {};
  return (
    <div className="grid gap-2 px-5 pb-5">
      <progress
        aria-label={t("Comparing with Stripe…")}
        className="h-1.5 w-full accent-accent"
        {...share}
      />
      <p className="text-ink-faint text-sm tabular-nums">
        {t("{objects} objects compared, {repaired} repaired", {
          objects: formatAmount(run.objects),
          repaired: formatAmount(run.repaired),
        })}
      </p>
    </div>
  );
}

function Figures({ run }: { run: ReconcileRun }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-3 border-hairline border-t p-5">
      <Figure label={t("Compared")} value={run.objects} />
      <Figure label={t("Repaired")} value={run.repaired} />
      <Figure label={t("Open findings")} value={run.findings} />
    </dl>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div>
      <dt className="text-ink-faint text-sm">{label}</dt>
      <dd className="font-semibold text-2xl tabular-nums tracking-tight">{formatAmount(value)}</dd>
    </div>
  );
}

function Sums({ run }: { run: ReconcileRun }) {
  return (
    <div className="border-hairline border-t">
      <table aria-label={t("Sums by currency")} className="w-full text-sm">
        <thead>
          <tr className="border-hairline border-b bg-well text-ink-faint text-xs">
            <th scope="col" className="h-9 px-5 text-left font-medium">
              {t("Currency")}
            </th>
            <th scope="col" className="pr-5 text-right font-medium">
              {t("Sales here")}
            </th>
            <th scope="col" className="hidden pr-5 text-right font-medium sm:table-cell">
              {t("Other movements")}
            </th>
            <th scope="col" className="pr-5 text-right font-medium">
              {t("Stripe's balance")}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {run.sums.map(({ currency, own_minor, outside_minor, stripe_minor }) => (
            <tr key={currency} className="tabular-nums">
              <th scope="row" className="px-5 py-3 text-left font-medium">
                {currency.toUpperCase()}
              </th>
              <td className="pr-5 text-right">{formatMoney(own_minor, currency)}</td>
              <td className="hidden pr-5 text-right sm:table-cell">
                {formatMoney(outside_minor, currency)}
              </td>
              <td className="pr-5 text-right font-medium">{formatMoney(stripe_minor, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-hairline border-t px-5 py-3 text-pretty text-ink-faint text-sm">
        {rich(
          "Movements after fees since {time}. Others are payouts, Stripe's own fees and other software.",
          {
            time: <Time value={run.from} />,
          },
        )}
      </p>
    </div>
  );
}
