/** Every change of a customer's credits, newest first; each row opens its explanation. */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Receipt } from "lucide-react";
import { useMemo } from "react";
import { useApi } from "@/api/client";
import { customerTransactionsQuery } from "@/api/customers";
import { useSite } from "@/api/site";
import type { Transaction } from "@/api/types";
import { decimalAmount } from "@/lib/amount";
import { kindLabel } from "@/lib/transaction-words";
import { paths } from "@/paths";
import { Amount } from "@/ui/amount";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { SheetPager } from "./sheet-pager";

function columnsAt(scale: number): Column<Transaction>[] {
  return [
    {
      id: "what",
      header: "What",
      value: ({ description, kind }) => description || kindLabel(kind),
      cell: (transaction) => <What transaction={transaction} />,
    },
    {
      id: "amount",
      header: "Change",
      numeric: true,
      value: ({ amount }) => decimalAmount(amount, scale),
      cell: ({ amount }) => <Amount change value={amount} scale={scale} className="font-medium" />,
    },
    {
      id: "balance_after",
      header: "Balance",
      numeric: true,
      value: ({ balance_after }) => decimalAmount(balance_after, scale),
      cell: ({ balance_after }) => <Amount value={balance_after} scale={scale} />,
    },
    {
      id: "booked_at",
      header: "When",
      numeric: true,
      value: ({ booked_at }) => booked_at,
      cell: ({ booked_at }) => (
        <span className="text-ink-soft">
          <Time value={booked_at} />
        </span>
      ),
      from: "md",
    },
  ];
}

function What({ transaction }: { transaction: Transaction }) {
  const { description, kind, feature, booked_at } = transaction;
  const label = kindLabel(kind);
  return (
    <span className="block min-w-0">
      <span className="block break-words font-medium">{description || label}</span>
      <span className="block text-ink-faint text-xs">
        {[description ? label : null, feature].filter(Boolean).join(" · ")}
        <span className="block md:hidden">
          <Time value={booked_at} />
        </span>
      </span>
    </span>
  );
}

export function LedgerList({ customer, scale }: { customer: string; scale: number }) {
  const site = useSite();
  const { cursor } = useSearch({ strict: false });
  const page = useQuery(
    customerTransactionsQuery(useApi(), site, customer, cursor ? { cursor } : {}),
  );
  const columns = useMemo(() => columnsAt(scale), [scale]);
  return (
    <ListCard
      label="Ledger"
      columns={columns}
      question={page}
      rowId={({ id }) => id}
      file={`ledger-${customer}`}
      link={({ id }, content, className) => (
        <Link
          to={paths.customer()}
          params={{ site: site.id, customer }}
          search={(before) => ({ ...before, transaction: id })}
          resetScroll={false}
          className={className}
        >
          {content}
        </Link>
      )}
      empty={
        <EmptyState icon={Receipt} title="Nothing has happened yet">
          Each grant and each spend appears here, with the balance it left and what caused it.
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
