/** Lists the Stripe accounts of all websites: state, backlog and last event; a row compares its account. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Banknote } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { allConnectionsQuery } from "@/api/reconcile";
import type { OperatorStripeConnection } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { rich, t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
import { Badge } from "@/ui/badge";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { ConnectionState } from "./connection-state";
import { OperatorListPager } from "./operator-list-pager";

const ConnectionDialog = lazy(async () => ({
  default: (await import("./connection-dialog")).ConnectionDialog,
}));

const columns = (
  onOpen: (connection: OperatorStripeConnection) => void,
): Column<OperatorStripeConnection>[] => [
  {
    id: "account",
    header: t("Stripe account"),
    value: ({ stripe_account }) => stripe_account,
    cell: (connection) => (
      <span className="block min-w-0">
        <button
          type="button"
          onClick={() => onOpen(connection)}
          className="wrap-anywhere rounded-chip text-left font-medium underline-offset-4 after:absolute after:inset-0 after:content-[''] hover:underline"
        >
          {connection.account_name || connection.stripe_account}
        </button>{" "}
        {connection.mode === "test" && <Badge tone="warn">{t("Test")}</Badge>}
        <code className="block break-all font-mono text-ink-faint text-xs">
          {connection.stripe_account}
        </code>
      </span>
    ),
  },
  {
    id: "state",
    header: t("State"),
    value: ({ state }) => state,
    cell: ({ state, circuit }) => (
      <span className="flex flex-wrap gap-1">
        <ConnectionState state={state} />
        {circuit !== "closed" && <Badge tone="warn">{t("Calls paused")}</Badge>}
      </span>
    ),
  },
  {
    id: "waiting",
    header: t("Waiting"),
    numeric: true,
    value: ({ waiting }) => waiting,
    cell: ({ waiting, oldest_waiting_since }) => (
      <>
        {formatAmount(waiting)}
        {oldest_waiting_since && (
          <span className="block text-ink-faint text-xs">
            {rich("oldest {time}", { time: <Time value={oldest_waiting_since} /> })}
          </span>
        )}
      </>
    ),
    from: "sm",
  },
  {
    id: "dead",
    header: t("Dead letters"),
    numeric: true,
    value: ({ dead }) => dead,
    cell: ({ dead }) =>
      dead > 0 ? (
        <span className="font-semibold text-warn-ink">{formatAmount(dead)}</span>
      ) : (
        formatAmount(dead)
      ),
  },
  {
    id: "last_event_at",
    header: t("Last event"),
    numeric: true,
    value: ({ last_event_at }) => last_event_at ?? "",
    cell: ({ last_event_at }) => (last_event_at ? <Time value={last_event_at} /> : "–"),
    from: "md",
  },
];

export function OperatorConnections() {
  const { cursor, size } = useSearch({ strict: false });
  const page = useQuery(
    allConnectionsQuery(useApi(), { limit: pageSizeOf(size), ...(cursor && { cursor }) }),
  );
  const [opened, setOpened] = useState<string | null>(null);
  const connection = page.data?.items.find(({ id }) => id === opened);
  return (
    <>
      <ListCard
        label={t("Stripe accounts")}
        columns={columns(({ id }) => setOpened(id))}
        query={page}
        rowId={({ id }) => id}
        file="stripe-accounts"
        empty={
          <EmptyState icon={Banknote} title={t("No Stripe accounts yet")}>
            {t("An account appears here as soon as an owner connects it.")}
          </EmptyState>
        }
        pager={<OperatorListPager page={page.data} />}
      />
      <Suspense>
        {connection && <ConnectionDialog connection={connection} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  );
}
