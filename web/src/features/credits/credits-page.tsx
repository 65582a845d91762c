/** Lists the user's own transactions, newest first, page by page. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Receipt } from "lucide-react";
import { useApi } from "@/api/client";
import { balancesQuery, transactionsQuery } from "@/api/credits";
import type { Balance } from "@/api/types";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Button, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { ErrorCard } from "@/ui/error-card";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { SaveTransactions } from "./save-transactions";
import { scalesOf } from "./scales";
import { TransactionTable } from "./transaction-table";

const pageSize = 25;

function usePages() {
  return useInfiniteQuery(transactionsQuery(useApi(), pageSize));
}

export function CreditsPage() {
  const pages = usePages();
  const balances = useQuery(balancesQuery(useApi()));
  return (
    <>
      <PageHeader
        title={t("Credits")}
        note={t("Every change of your credits. Times are in UTC.")}
      />
      <Loadable
        framed
        query={balances}
        skeleton={
          <Card>
            <SkeletonRows label={t("Loading your transactions")} />
          </Card>
        }
      >
        {(data) => <Transactions pages={pages} balances={data} />}
      </Loadable>
    </>
  );
}

type Props = { pages: ReturnType<typeof usePages>; balances: Balance[] };

function Transactions({ pages, balances }: Props) {
  const shown = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <Card aria-label={t("Transactions")} className="overflow-hidden">
        {shown.length > 0 && (
          <div className="flex flex-wrap items-center gap-2 border-hairline border-b px-5 py-3">
            <h2 className="mr-auto font-semibold">{t("Transactions")}</h2>
            <SaveTransactions scaleOf={scalesOf(balances)} />
          </div>
        )}
        <Loadable query={pages} skeleton={<SkeletonRows label={t("Loading your transactions")} />}>
          {() =>
            shown.length === 0 ? (
              <NoTransactions />
            ) : (
              <TransactionTable
                label={t("All transactions")}
                transactions={shown}
                scaleOf={scalesOf(balances)}
              />
            )
          }
        </Loadable>
        {pages.isFetchNextPageError && (
          <ErrorCard
            error={pages.error}
            action={t("Try again")}
            onAction={() => void pages.fetchNextPage()}
          />
        )}
        {pages.hasNextPage && !pages.isFetchNextPageError && (
          <div className="border-hairline border-t p-4 text-center">
            <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {pages.isFetchingNextPage ? t("Loading…") : t("Load more")}
            </Button>
          </div>
        )}
      </Card>
      <p role="status" className="mt-3 text-ink-faint text-sm">
        {countWords(shown.length, pages.hasNextPage)}
      </p>
    </>
  );
}

function countWords(count: number, more: boolean): string {
  if (count === 0) return "";
  if (more) return t("The latest {count} are shown.", { count });
  return count === 1
    ? t("This is the only transaction.")
    : t("These are all {count} transactions.", { count });
}

function NoTransactions() {
  return (
    <EmptyState
      icon={Receipt}
      title={t("No transactions yet")}
      action={<ButtonLink to={paths.newWebsite()}>{t("Register a website")}</ButtonLink>}
    >
      {t(
        "Each grant and spend appears here, with its website, the change and the balance after it.",
      )}
    </EmptyState>
  );
}
