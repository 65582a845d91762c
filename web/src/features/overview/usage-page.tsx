/** Shows credits used, by feature and by day. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ChartColumn } from "lucide-react";
import { useApi } from "@/api/client";
import { usageQuery } from "@/api/overview";
import type { UsageItem } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { decimalAmount, formatAmount } from "@/lib/amount";
import { lastDays, rangeOf } from "@/lib/days";
import { t } from "@/lib/language";
import { sum } from "@/lib/usage";
import { paths } from "@/paths";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import { LoadingWord } from "@/ui/loading-word";
import { PageHeader } from "@/ui/page-header";
import { type Column, sortingOf, textOfSorting } from "@/ui/table-column";
import { useFeatureNames } from "./feature-names";
import { SpendChart } from "./spend-chart";

export function UsagePage() {
  const api = useApi();
  const scope = useWebsiteScope();
  const { days: daysText, sort } = useSearch({ strict: false });
  const range = rangeOf(daysText);
  const days = lastDays(range, Date.now());
  const byDay = useQuery(usageQuery(api, scope, { days, by: "day,feature" }));
  const byFeature = useQuery(usageQuery(api, scope, { days, by: "feature" }));
  const nameOf = useFeatureNames();
  const scale = byFeature.data?.scale ?? 0;
  const total = sum(byFeature.data?.items.map(({ spent }) => spent) ?? []);
  const navigate = useNavigate();

  function order(by: string) {
    const search = { sort: by, ...(daysText && { days: daysText }) };
    void navigate({ to: paths.usage(), params: { site: scope.id }, search, resetScroll: false });
  }

  return (
    <>
      <PageHeader
        title={t("Usage")}
        note={
          scope.mode === "test"
            ? t("What play credits were used for. Days end at midnight UTC.")
            : t("What credits were used for. Days end at midnight UTC.")
        }
      />
      <div className="grid grid-cols-1 gap-6">
        <SpendChart query={byDay} range={range} nameOf={nameOf} page={paths.usage()} />
        <ListCard
          label={t("By feature")}
          tools={
            <h2 className="flex items-baseline gap-2 font-semibold">
              {t("By feature")}
              {byFeature.isPlaceholderData && <LoadingWord />}
            </h2>
          }
          columns={columnsOf(nameOf, total, scale)}
          query={byFeature}
          rowId={({ feature }) => feature ?? "-"}
          file="usage-by-feature"
          sorting={sortingOf(sort ?? "-spent")}
          onSort={(sorting) => order(textOfSorting(sorting))}
          empty={
            <EmptyState icon={ChartColumn} title={t("No usage in this period")}>
              {t("Spends and captured holds count on the day they happened.")}
            </EmptyState>
          }
        />
      </div>
    </>
  );
}

/** Builds the columns, which need the features' names and the total. */
function columnsOf(
  nameOf: (feature: string) => string,
  total: number,
  scale: number,
): Column<UsageItem>[] {
  return [
    {
      id: "feature",
      header: t("Feature"),
      value: ({ feature }) => (feature === null ? t("Without a feature") : nameOf(feature)),
      inFile: ({ feature }) => (feature === null ? "Without a feature" : nameOf(feature)),
      cell: ({ feature }) =>
        feature === null ? (
          <span className="text-ink-soft">{t("Without a feature")}</span>
        ) : (
          <span className="block min-w-0">
            <span className="block break-words font-medium">{nameOf(feature)}</span>
            <code className="block break-all font-mono text-ink-faint text-xs">{feature}</code>
          </span>
        ),
    },
    {
      id: "spent",
      header: t("Credits"),
      numeric: true,
      value: ({ spent }) => spent,
      inFile: ({ spent }) => decimalAmount(spent, scale),
      cell: ({ spent }) => formatAmount(spent, { scale }),
    },
    {
      id: "share",
      header: t("Share"),
      numeric: true,
      value: ({ spent }) => (total > 0 ? Math.round((1000 * spent) / total) / 10 : 0),
      cell: ({ spent }) => (total > 0 ? `${Math.round((100 * spent) / total)} %` : "–"),
      from: "sm",
    },
    {
      id: "spends",
      header: t("Spends"),
      numeric: true,
      value: ({ spends }) => spends,
      cell: ({ spends }) => formatAmount(spends),
      from: "sm",
    },
    {
      id: "quantity",
      header: t("Units"),
      numeric: true,
      value: ({ quantity }) => quantity,
      cell: ({ quantity }) => formatAmount(quantity),
      from: "md",
    },
    {
      id: "reversed",
      header: t("Refunded"),
      numeric: true,
      value: ({ reversed }) => reversed,
      inFile: ({ reversed }) => decimalAmount(reversed, scale),
      cell: ({ reversed }) => (reversed === 0 ? "–" : formatAmount(reversed, { scale })),
      from: "md",
    },
  ];
}
