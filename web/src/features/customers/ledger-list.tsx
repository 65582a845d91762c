/** Lists a customer's transactions, newest first; each row opens its explanation. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Receipt } from "lucide-react";
import { useMemo } from "react";
import { useApi } from "@/api/client";
import { websiteTransactionsQuery } from "@/api/customers";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
import { withoutEmpty } from "@/lib/search";
import { paths } from "@/paths";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import { SheetPager } from "./sheet-pager";
import { transactionColumns } from "./transaction-columns";
import { type Changes, TransactionFilters, useTransactionSearch } from "./transaction-filters";

export function LedgerList({ customer, scale }: { customer: string; scale: number }) {
  const scope = useWebsiteScope();
  const navigate = useNavigate();
  const { cursor, size } = useSearch({ strict: false });
  const search = useTransactionSearch();
  const page = useQuery(
    websiteTransactionsQuery(
      useApi(),
      scope,
      { customer, ...search, ...(cursor && { cursor }) },
      pageSizeOf(size),
    ),
  );
  const columns = useMemo(() => transactionColumns(scale), [scale]);
  const here = { to: paths.customer(), params: { site: scope.id, customer } } as const;
  const isNarrowed = Object.keys(search).length > 0;

  /** Each change begins at the first page. */
  function ask(changes: Changes) {
    const next = withoutEmpty({ size, ...search, ...changes });
    void navigate({ ...here, search: next, resetScroll: false });
  }

  return (
    <ListCard
      label={t("Ledger")}
      columns={columns}
      query={page}
      rowId={({ id }) => id}
      file={`ledger-${customer}`}
      tools={<TransactionFilters search={search} onChange={ask} />}
      link={({ id }, content, className) => (
        <Link
          {...here}
          search={(before) => ({ ...before, transaction: id })}
          resetScroll={false}
          className={className}
        >
          {content}
        </Link>
      )}
      empty={
        isNarrowed ? (
          <EmptyState icon={Receipt} title={t("No transactions match these filters")}>
            {t("Days are in UTC. Widen the days, or clear the filters.")}
          </EmptyState>
        ) : (
          <EmptyState icon={Receipt} title={t("No transactions yet")}>
            {t("Each grant and spend appears here, with its cause and the balance after it.")}
          </EmptyState>
        )
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
