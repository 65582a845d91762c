/** Compares a website's records with its Stripe account: the last comparison, and the findings that need a decision. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Banknote, CircleCheck } from "lucide-react";
import { lazy, Suspense } from "react";
import { connectionsQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import { findingsQuery, isRunning, runsQuery, startRun } from "@/api/reconcile";
import type { ReconcileRun } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
import { withoutEmpty } from "@/lib/search";
import { pretendAccount } from "@/lib/stripe-dashboard";
import { paths } from "@/paths";
import { Button, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { LinkTabs } from "@/ui/link-tabs";
import { ListCard } from "@/ui/list-card";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { Pager } from "@/ui/pager";
import { Refusal } from "@/ui/refusal";
import { SkeletonRows } from "@/ui/skeleton";
import {
  findingColumns,
  findingStateOf,
  findingStates,
  findingStateWord,
  noFindings,
} from "./finding-columns";
import { RunCard } from "./run-card";

const FindingDialog = lazy(async () => ({
  default: (await import("./finding-dialog")).FindingDialog,
}));

export function ComparisonPage() {
  const api = useApi();
  const scope = useWebsiteScope();
  const connections = useQuery(connectionsQuery(api, scope));
  return (
    <>
      <PageHeader
        title={t("Comparison with Stripe")}
        note={
          <Link
            to={paths.billingSettings()}
            params={{ site: scope.id }}
            className="inline-flex min-h-7 items-center text-sm underline-offset-4 hover:underline"
          >
            {t("← Billing settings")}
          </Link>
        }
      />
      <Loadable
        framed
        query={connections}
        skeleton={<SkeletonRows label={t("Loading the Stripe account")} />}
      >
        {({ items }) => {
          const linked = items.find(({ is_linked }) => is_linked);
          const isOwn = linked && linked.stripe_account_id !== pretendAccount;
          return isOwn ? <Comparison /> : <NothingOwn isConnected={linked !== undefined} />;
        }}
      </Loadable>
    </>
  );
}

function NothingOwn({ isConnected }: { isConnected: boolean }) {
  const { id } = useWebsiteScope();
  return (
    <Card>
      <EmptyState
        icon={Banknote}
        title={isConnected ? t("Test cards need no comparison") : t("Stripe is not connected")}
        action={
          <ButtonLink variant="primary" to={paths.billingSettings()} params={{ site: id }}>
            {t("Billing settings")}
          </ButtonLink>
        }
      >
        {t(
          "Once your own Stripe account is connected, each payment is compared with it every day.",
        )}
      </EmptyState>
    </Card>
  );
}

/** Beyond this number, the count of the comparison is not corrected. */
const mostFindings = 100;

function Comparison() {
  const api = useApi();
  const scope = useWebsiteScope();
  const runs = useQuery(runsQuery(api, scope));
  const open = useQuery(
    findingsQuery(api, scope, { state: "open", limit: mostFindings, runs: runs.data }),
  ).data?.items.length;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Loadable
        framed
        query={runs}
        skeleton={<SkeletonRows label={t("Loading the comparisons")} />}
      >
        {({ items }) => (
          <RunCard
            runs={items}
            open={open === mostFindings ? undefined : open}
            action={<CompareButton runs={items} />}
          />
        )}
      </Loadable>
      <Findings />
    </div>
  );
}

function CompareButton({ runs }: { runs: ReconcileRun[] }) {
  const start = useMutation(startRun(useApi(), useQueryClient(), useWebsiteScope()));
  const isBusy = start.isPending || runs.some(isRunning);
  return (
    <div className="grid gap-2">
      <Button variant="primary" busy={isBusy} onClick={() => start.mutate()}>
        {isBusy ? t("Comparing…") : t("Compare now")}
      </Button>
      {start.error && <Refusal error={start.error} repeatable />}
    </div>
  );
}

function Findings() {
  const api = useApi();
  const scope = useWebsiteScope();
  const navigate = useNavigate();
  const { cursor, size, state: chosen, finding: opened } = useSearch({ strict: false });
  const state = findingStateOf(chosen);
  const runs = useQuery(runsQuery(api, scope)).data;
  const page = useQuery(
    findingsQuery(api, scope, {
      state,
      limit: pageSizeOf(size),
      runs,
      ...(cursor && { cursor }),
    }),
  );
  const here = { to: paths.comparison(), params: { site: scope.id } } as const;
  const finding = page.data?.items.find(({ id }) => id === opened);
  const empty = noFindings(state);
  return (
    <div>
      <LinkTabs label={t("Findings")}>
        {findingStates.map((known) => (
          <Link
            key={known}
            {...here}
            search={withoutEmpty({ state: known === "open" ? "" : known })}
            resetScroll={false}
            activeOptions={{ exact: true }}
            aria-current={known === state ? "page" : undefined}
          >
            {findingStateWord(known)}
          </Link>
        ))}
      </LinkTabs>
      <ListCard
        label={t("Findings")}
        columns={findingColumns()}
        query={page}
        rowId={({ id }) => id}
        file="findings"
        link={({ id }, content, className) => (
          <Link
            {...here}
            search={(before) => ({ ...before, finding: id })}
            resetScroll={false}
            className={className}
          >
            {content}
          </Link>
        )}
        empty={
          <EmptyState icon={CircleCheck} title={empty.title}>
            {empty.text}
          </EmptyState>
        }
        pager={
          page.data && (
            <Pager
              link={here}
              parameters={withoutEmpty({ state: chosen, size })}
              cursor={cursor}
              next={page.data.next_cursor}
              status={t("{count} on this page, newest first.", { count: page.data.items.length })}
            />
          )
        }
      />
      <Suspense>
        {finding && (
          <FindingDialog
            finding={finding}
            onClose={() =>
              void navigate({
                ...here,
                search: ({ finding: _, ...rest }) => rest,
                resetScroll: false,
              })
            }
          />
        )}
      </Suspense>
    </div>
  );
}
