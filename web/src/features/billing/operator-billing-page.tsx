/** The operator's page of billing: accounts, revenue, dead letters, findings, comparisons, and what the platform sells. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/client";
import { allRunsQuery, isRunning, startRuns } from "@/api/reconcile";
import { t } from "@/lib/language";
import { withoutEmpty } from "@/lib/search";
import { paths } from "@/paths";
import { Button } from "@/ui/button";
import { LinkTabs } from "@/ui/link-tabs";
import { PageHeader } from "@/ui/page-header";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { DeadLetters } from "./dead-letters";
import { OperatorConnections } from "./operator-connections";
import { OperatorFindings } from "./operator-findings";
import { OperatorRuns } from "./operator-runs";

const OperatorRevenue = lazy(async () => ({
  default: (await import("./revenue-page")).OperatorRevenue,
}));

const PlatformOffers = lazy(async () => ({
  default: (await import("./plans-page")).PlatformOffers,
}));

const lists = [
  { name: "accounts", label: t("Accounts"), List: OperatorConnections },
  { name: "revenue", label: t("Revenue"), List: OperatorRevenue },
  { name: "dead", label: t("Dead letters"), List: DeadLetters },
  { name: "findings", label: t("Findings"), List: OperatorFindings },
  { name: "runs", label: t("Comparisons"), List: OperatorRuns },
  { name: "offers", label: t("Packs and plans"), List: PlatformCatalogue },
] as const;

const modes = [
  { name: "live", label: t("Live") },
  { name: "test", label: t("Test") },
] as const;

export function OperatorBillingPage() {
  const { list } = useSearch({ strict: false });
  const shown = lists.find(({ name }) => name === list) ?? lists[0];
  return (
    <>
      <PageHeader
        title={t("Billing")}
        note={t("Stripe accounts of all websites, and what could not be applied.")}
        action={<CompareAll />}
      />
      <LinkTabs label={t("Lists")}>
        {lists.map(({ name, label }) => (
          <Link
            key={name}
            to={paths.operatorBilling()}
            search={withoutEmpty({ list: name === "accounts" ? "" : name })}
            resetScroll={false}
            activeOptions={{ exact: true }}
            aria-current={name === shown.name ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </LinkTabs>
      <Suspense>
        <shown.List />
      </Suspense>
    </>
  );
}

/** What the platform sells to users, in the mode of the address. */
function PlatformCatalogue() {
  const { mode = "live" } = useSearch({ strict: false });
  return (
    <>
      <LinkTabs label={t("Mode")}>
        {modes.map(({ name, label }) => (
          <Link
            key={name}
            to={paths.operatorBilling()}
            search={withoutEmpty({ list: "offers", mode: name === "test" ? name : "" })}
            resetScroll={false}
            activeOptions={{ exact: true }}
            aria-current={name === mode ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </LinkTabs>
      <PlatformOffers />
    </>
  );
}

function CompareAll() {
  const api = useApi();
  const start = useMutation(startRuns(api, useQueryClient()));
  const runs = useQuery(allRunsQuery(api)).data;
  const isBusy = start.isPending || runs?.items.some(isRunning) === true;
  return (
    <div className="grid gap-2">
      <Button
        busy={isBusy}
        onClick={() =>
          start.mutate(undefined, {
            onSuccess: () => toast(t("All accounts that work are being compared.")),
          })
        }
      >
        {isBusy ? t("Comparing…") : t("Compare all now")}
      </Button>
      {start.error && <Refusal error={start.error} repeatable />}
    </div>
  );
}
