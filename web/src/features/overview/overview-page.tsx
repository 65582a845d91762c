/** The overview of a website: outstanding credits, usage, newest customers and first steps. */
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { packsQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import { summaryQuery, usageQuery } from "@/api/overview";
import type { WebsiteSummary } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { websiteQuery } from "@/api/websites";
import { hostOf } from "@/lib/address";
import { daysSince, lastDays, rangeOf } from "@/lib/days";
import { language, t } from "@/lib/language";
import { changeInPercent } from "@/lib/usage";
import { paths } from "@/paths";
import { Badge } from "@/ui/badge";
import { Card, CardHeader } from "@/ui/card";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { useFeatureNames } from "./feature-names";
import { FirstSteps } from "./first-steps";
import { NewestCustomers } from "./newest-customers";
import { OutstandingCard } from "./outstanding-card";
import { ChartSkeleton, SpendChart } from "./spend-chart";

// The figures come first.
const WebsiteNotices = lazy(async () => ({
  default: (await import("./website-notices")).WebsiteNotices,
}));

export function OverviewPage() {
  const api = useApi();
  const scope = useWebsiteScope();
  const website = useQuery(websiteQuery(api, scope.id));
  const summary = useQuery(summaryQuery(api, scope));
  const { data: packs } = useQuery(packsQuery(api, scope));
  return (
    <>
      <PageHeader
        title={t("Overview")}
        note={noteOf(scope.mode, website.data && hostOf(website.data.url))}
      />
      {/* Most notices are about sales, and a website that has never had a pack has none; the list of websites shows all. */}
      {packs !== undefined && packs.items.length > 0 && (
        <Suspense>
          <WebsiteNotices />
        </Suspense>
      )}
      <Loadable framed query={summary} skeleton={<OverviewSkeleton />}>
        {(data) => <Figures summary={data} />}
      </Loadable>
    </>
  );
}

function noteOf(mode: string, host: string | undefined): string {
  if (host === undefined) {
    return mode === "test"
      ? t("Play credits, customers and usage")
      : t("Credits, customers and usage");
  }
  return mode === "test"
    ? t("Play credits, customers and usage of {host}", { host })
    : t("Credits, customers and usage of {host}", { host });
}

function Figures({ summary }: { summary: WebsiteSummary }) {
  const hasSpent = summary.first_spend_at !== null;
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2.2fr)]">
        <OutstandingCard summary={summary} />
        {hasSpent ? <Spent summary={summary} /> : <FirstSteps summary={summary} />}
      </div>
      {summary.customers > 0 && <Customers count={summary.customers} />}
    </div>
  );
}

function Spent({ summary }: { summary: WebsiteSummary }) {
  const { days: daysText } = useSearch({ strict: false });
  const range = rangeOf(daysText);
  const days = lastDays(range, Date.now());
  const usage = useQuery(usageQuery(useApi(), useWebsiteScope(), { days, by: "day,feature" }));
  return (
    <SpendChart
      query={usage}
      range={range}
      nameOf={useFeatureNames()}
      page={paths.website()}
      compared={<Change summary={summary} />}
    />
  );
}

/** The comparison needs two full periods of 30 days. */
const comparedDays = 60;

function Change({ summary }: { summary: WebsiteSummary }) {
  const { first_spend_at, spent_30d, spent_30d_before } = summary;
  const isWhole = first_spend_at && daysSince(first_spend_at, Date.now()) >= comparedDays;
  const change = isWhole ? changeInPercent(spent_30d, spent_30d_before) : null;
  if (change === null) return null;
  return (
    <Badge tone={change < 0 ? "neutral" : "good"}>
      <span aria-hidden>{change < 0 ? "↘" : "↗"}</span>{" "}
      {Math.abs(change).toLocaleString(language, { useGrouping: false })}
      {" %"}
      <span className="sr-only">
        {change < 0 ? t("less than in the 30 days before") : t("more than in the 30 days before")}
      </span>
    </Badge>
  );
}

function Customers({ count }: { count: number }) {
  const { id } = useWebsiteScope();
  return (
    <Card aria-labelledby="newest" className="overflow-hidden">
      <CardHeader
        id="newest"
        title={t("Newest customers")}
        action={
          <Link
            to={paths.customers()}
            params={{ site: id }}
            className="inline-flex min-h-8 items-center rounded-chip font-medium text-accent text-sm underline-offset-4 hover:underline"
          >
            {count > 5 ? t("All customers") : t("Customers")}
          </Link>
        }
      />
      <NewestCustomers />
    </Card>
  );
}

function OverviewSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,2.2fr)]">
      <Card className="p-5 max-lg:hidden" />
      <Card className="p-5">
        <ChartSkeleton />
      </Card>
    </div>
  );
}
