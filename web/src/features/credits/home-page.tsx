/** Home: the user's balances and latest transactions. */
import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Receipt } from "lucide-react";
import { useApi } from "@/api/client";
import { balancesQuery, latestTransactionsQuery } from "@/api/credits";
import type { Balance } from "@/api/types";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Card, CardHeader } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { BalanceCards, BalanceCardsSkeleton } from "./balance-cards";
import { scalesOf } from "./scales";
import { TransactionTable } from "./transaction-table";

const latestCount = 8;

export function HomePage() {
  const api = useApi();
  const balances = useQuery(balancesQuery(api));
  // The request starts now, and a component below reads it.
  usePrefetchQuery(latestTransactionsQuery(api, latestCount));
  return (
    <>
      <PageHeader title={t("Overview")} note={t("What you have left on every website.")} />
      <section aria-label={t("Balances")} aria-live="polite">
        <Loadable framed query={balances} skeleton={<BalanceCardsSkeleton />}>
          {(data) => <BalanceCards balances={data} />}
        </Loadable>
      </section>
      {/* The balances' height is unknown until they load, so later content waits and the page does not jump. */}
      {!balances.isPending && <LatestTransactions balances={balances.data} />}
    </>
  );
}

function LatestTransactions({ balances }: { balances: Balance[] | undefined }) {
  const latest = useQuery(latestTransactionsQuery(useApi(), latestCount));
  return (
    <Card aria-labelledby="latest" className="mt-6 overflow-hidden">
      <CardHeader
        id="latest"
        title={t("Latest transactions")}
        action={
          <Link
            to={paths.credits()}
            className="inline-flex min-h-8 items-center rounded-chip font-medium text-accent text-sm underline-offset-4 hover:underline"
          >
            {t("All transactions")}
          </Link>
        }
      />
      <Loadable
        query={latest}
        skeleton={<SkeletonRows label={t("Loading your latest transactions")} />}
      >
        {(transactions) =>
          transactions.length === 0 ? (
            <EmptyState icon={Receipt} title={t("No transactions yet")}>
              {t("Each grant and spend appears here, with the balance after it.")}
            </EmptyState>
          ) : (
            <TransactionTable
              label={t("Latest transactions")}
              transactions={transactions}
              scaleOf={scalesOf(balances)}
            />
          )
        }
      </Loadable>
    </Card>
  );
}
