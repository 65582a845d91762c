/** Lists a website's transactions, newest first; filtered by kind, feature and days; each row opens its explanation. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Receipt } from "lucide-react";
import { lazy, Suspense, useMemo } from "react";
import { useApi } from "@/api/client";
import { websiteTransactionsQuery } from "@/api/customers";
import type { Transaction } from "@/api/types";
import { useWebsiteScope, type WebsiteScope } from "@/api/website-scope";
import { useScale } from "@/api/websites";
import { t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
import { customerName, shortId } from "@/lib/person";
import { withoutEmpty } from "@/lib/search";
import { paths } from "@/paths";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { Pager } from "@/ui/pager";
import { SkeletonRows } from "@/ui/skeleton";
import type { Column } from "@/ui/table-column";
import { transactionColumns } from "./transaction-columns";
import { type Changes, TransactionFilters, useTransactionSearch } from "./transaction-filters";

const ExplainDialog = lazy(async () => ({
  default: (await import("./explain-dialog")).ExplainDialog,
}));

export function TransactionsPage() {
  const { mode } = useWebsiteScope();
  const scale = useScale();
  return (
    <>
      <PageHeader
        title={t("Transactions")}
        note={
          mode === "test"
            ? t("Every change of play credits on this website. Days are in UTC.")
            : t("Every change of credits on this website. Days are in UTC.")
        }
      />
      <Loadable
        framed
        query={scale}
        skeleton={
          <Card>
            <SkeletonRows label={t("Loading the transactions")} />
          </Card>
        }
      >
        {(data) => <Transactions scale={data} />}
      </Loadable>
    </>
  );
}

function columnsAt(scale: number, scope: WebsiteScope): Column<Transaction>[] {
  const [what, ...others] = transactionColumns(scale);
  const customer: Column<Transaction> = {
    id: "customer",
    header: t("Customer"),
    value: ({ customer_id }) => customer_id ?? "",
    cell: (transaction) => <CustomerCell transaction={transaction} scope={scope} />,
  };
  // On phones, the name takes the width of the hidden balance.
  const narrowed = others.map(
    (column): Column<Transaction> =>
      column.id === "balance_after" ? { ...column, from: "sm" } : column,
  );
  return what === undefined ? [customer] : [what, customer, ...narrowed];
}

function CustomerCell({ transaction, scope }: { transaction: Transaction; scope: WebsiteScope }) {
  const { customer, customer_id } = transaction;
  if (customer_id === null) return null;
  const name = customerName(customer ?? {}, customer_id);
  return (
    <>
      <Link
        to={paths.customer()}
        params={{ site: scope.id, customer: customer_id }}
        // Above the link that covers the row.
        className="relative block wrap-anywhere underline-offset-4 hover:underline"
      >
        {name === customer_id ? shortId(name) : name}
      </Link>
      {name !== customer_id && (
        <span className="block font-mono text-ink-faint text-xs">{shortId(customer_id)}</span>
      )}
    </>
  );
}

function Transactions({ scale }: { scale: number }) {
  const scope = useWebsiteScope();
  const navigate = useNavigate();
  const { cursor, size, customer, transaction } = useSearch({ strict: false });
  const search = useTransactionSearch();
  const page = useQuery(
    websiteTransactionsQuery(
      useApi(),
      scope,
      { ...search, ...(customer && { customer }), ...(cursor && { cursor }) },
      pageSizeOf(size),
    ),
  );
  const columns = useMemo(() => columnsAt(scale, scope), [scale, scope]);
  const here = { to: paths.transactions(), params: { site: scope.id } } as const;
  const isNarrowed = customer !== undefined || Object.keys(search).length > 0;

  /** Each change begins at the first page. */
  function ask(changes: Changes) {
    const next = withoutEmpty({ size, customer, ...search, ...changes });
    void navigate({ ...here, search: next, resetScroll: false });
  }

  return (
    <>
      <ListCard
        label={t("Transactions")}
        columns={columns}
        query={page}
        rowId={({ id }) => id}
        file="transactions"
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
            <EmptyState
              icon={Receipt}
              title={t("No transactions match these filters")}
              action={
                <ButtonLink {...here} search={{}}>
                  {t("Show all transactions")}
                </ButtonLink>
              }
            >
              {t("Days are in UTC.")}
            </EmptyState>
          ) : (
            <EmptyState
              icon={Receipt}
              title={t("No transactions yet")}
              action={
                <ButtonLink to={paths.customers()} params={{ site: scope.id }}>
                  {t("Customers")}
                </ButtonLink>
              }
            >
              {t(
                "Each grant and spend appears here. Grant credits to a customer to see the first one.",
              )}
            </EmptyState>
          )
        }
        pager={
          page.data && (
            <Pager
              link={here}
              parameters={withoutEmpty({ size, customer, ...search })}
              cursor={cursor}
              next={page.data.next_cursor}
              status={t("{count} on this page, newest first.", { count: page.data.items.length })}
            />
          )
        }
      />
      <Suspense>
        {transaction !== undefined && (
          <ExplainDialog
            id={transaction}
            scale={scale}
            onClose={() =>
              void navigate({
                ...here,
                search: ({ transaction: _, ...rest }) => rest,
                resetScroll: false,
              })
            }
          />
        )}
      </Suspense>
    </>
  );
}
