/** The columns of a list of comparisons with Stripe. */
import type { ReconcileRun } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { Badge } from "@/ui/badge";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";

export const runColumns = (): Column<ReconcileRun>[] => [
  {
    id: "to",
    header: t("Started"),
    value: ({ to }) => to,
    cell: ({ to, connection_id }) => (
      <span className="block min-w-0">
        <Time value={to} />
        <code className="block break-all font-mono text-ink-faint text-xs">{connection_id}</code>
      </span>
    ),
  },
  {
    id: "state",
    header: t("State"),
    value: ({ state }) => state,
    cell: (run) => <RunState run={run} />,
  },
  {
    id: "objects",
    header: t("Compared"),
    numeric: true,
    value: ({ objects }) => objects,
    cell: ({ objects }) => formatAmount(objects),
    from: "sm",
  },
  {
    id: "repaired",
    header: t("Repaired"),
    numeric: true,
    value: ({ repaired }) => repaired,
    cell: ({ repaired }) => formatAmount(repaired),
    from: "sm",
  },
  {
    id: "findings",
    header: t("Open findings"),
    numeric: true,
    value: ({ findings }) => findings,
    cell: ({ findings }) => formatAmount(findings),
  },
];

function RunState({ run: { state, error, findings, is_dry_run } }: { run: ReconcileRun }) {
  if (state === "running") return <Badge>{t("Comparing…")}</Badge>;
  if (state === "failed") {
    return (
      <span className="block min-w-0">
        <Badge tone="warn">{t("Failed")}</Badge>
        <span className="block wrap-anywhere text-ink-faint text-xs">{error}</span>
      </span>
    );
  }
  if (is_dry_run) return <Badge>{t("Only counted")}</Badge>;
  if (findings > 0) return <Badge tone="warn">{t("Findings")}</Badge>;
  return <Badge tone="good">{t("Both sides agree")}</Badge>;
}
