/** Lists a customer's holds: amount, time and state. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Hourglass } from "lucide-react";
import { useMemo } from "react";
import { useApi } from "@/api/client";
import { customerHoldsQuery } from "@/api/customers";
import type { ListedHold } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { decimalAmount, formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
import { Badge } from "@/ui/badge";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { SheetPager } from "./sheet-pager";

function columnsAt(scale: number): Column<ListedHold>[] {
  return [
    {
      id: "what",
      header: t("Description"),
      value: holdName,
      cell: (hold) => (
        <span className="block min-w-0">
          <span className="block break-words font-medium">{holdName(hold)}</span>
          {isFrozen(hold) && <span className="block text-ink-faint text-xs">{frozenWords()}</span>}
        </span>
      ),
    },
    {
      id: "state",
      header: t("State"),
      value: ({ state }) => state,
      cell: (hold) => (
        <Badge tone={hold.state === "open" ? "warn" : "neutral"}>
          {isFrozen(hold) ? t("Frozen") : (stateWords[hold.state] ?? hold.state)}
        </Badge>
      ),
    },
    {
      id: "amount",
      header: t("Amount"),
      numeric: true,
      value: ({ amount }) => amount,
      inFile: ({ amount }) => decimalAmount(amount, scale),
      cell: ({ amount }) => formatAmount(amount, { scale }),
    },
    {
      id: "captured",
      header: t("Captured"),
      numeric: true,
      value: ({ captured }) => captured,
      inFile: ({ captured }) => decimalAmount(captured, scale),
      cell: ({ captured }) => formatAmount(captured, { scale }),
      from: "md",
    },
    {
      id: "opened_at",
      header: t("Opened"),
      numeric: true,
      value: ({ opened_at }) => opened_at,
      cell: ({ opened_at }) => (
        <span className="text-ink-soft">
          <Time value={opened_at} />
        </span>
      ),
      from: "sm",
    },
  ];
}

/** The system holds credits while their payment is refunded or disputed. */
const isSystemHold = ({ kind }: ListedHold) => kind === "dispute";

const isFrozen = (hold: ListedHold) => isSystemHold(hold) && hold.state === "open";

function holdName(hold: ListedHold): string {
  if (isSystemHold(hold)) return t("Refund or dispute");
  return hold.description || hold.feature || hold.id;
}

const frozenWords = () =>
  t(
    "Tollgate froze these credits, because their payment is refunded or disputed. They are released or taken back when that ends; nothing else captures or voids them.",
  );

const stateWords: Readonly<Record<string, string>> = {
  open: t("Open"),
  captured: t("Captured"),
  voided: t("Released"),
  expired: t("Expired"),
};

export function HoldList({ customer, scale }: { customer: string; scale: number }) {
  const { cursor, size } = useSearch({ strict: false });
  const page = useQuery(
    customerHoldsQuery(useApi(), useWebsiteScope(), customer, {
      limit: pageSizeOf(size),
      ...(cursor && { cursor }),
    }),
  );
  const columns = useMemo(() => columnsAt(scale), [scale]);
  return (
    <ListCard
      label={t("Holds")}
      columns={columns}
      query={page}
      rowId={({ id }) => id}
      file={`holds-${customer}`}
      empty={
        <EmptyState icon={Hourglass} title={t("No holds")}>
          {t("A hold reserves credits while a job runs. Then the hold is captured or released.")}
        </EmptyState>
      }
      pager={
        <SheetPager
          customer={customer}
          count={page.data?.items.length ?? 0}
          next={page.data?.next_cursor ?? null}
        />
      }
    />
  );
}
