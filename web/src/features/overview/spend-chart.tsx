/** Shows credits used by day and feature as a chart, a table and a file. */
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartColumn, Download, Table } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { UsageOfDays } from "@/api/overview";
import { useWebsiteScope } from "@/api/website-scope";
import { decimalAmount, formatAmount } from "@/lib/amount";
import { classes } from "@/lib/classes";
import { csvOf } from "@/lib/csv";
import { longDay, ranges } from "@/lib/days";
import { inEnglish, t } from "@/lib/language";
import { saveFile } from "@/lib/save-file";
import { type Series, seriesOf, sum } from "@/lib/usage";
import type { paths } from "@/paths";
import { BarChart, SeriesMark } from "@/ui/bar-chart";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Loadable } from "@/ui/loadable";
import { LoadingWord } from "@/ui/loading-word";
import { Bone, Skeleton } from "@/ui/skeleton";

type Props = {
  query: UseQueryResult<UsageOfDays, Error>;
  /** The number of requested days; the previous range stays until they are loaded. */
  range: number;
  nameOf: (feature: string) => string;
  /** The page that the range links lead to. */
  page: ReturnType<typeof paths.website | typeof paths.usage>;
  /** A comparison next to the total of 30 days. */
  compared?: ReactNode;
};

export function SpendChart({ query, range, nameOf, page, compared }: Props) {
  return (
    <Card aria-label={t("Credits used")} className="min-w-0 p-5">
      <Loadable query={query} skeleton={<ChartSkeleton />}>
        {({ items, days, scale }) => (
          <Chart
            days={days}
            series={seriesOf(items, days, nameOf)}
            scale={scale}
            annotation={query.isPlaceholderData ? <LoadingWord /> : days.length === 30 && compared}
            rangeLinks={<Ranges count={range} page={page} />}
          />
        )}
      </Loadable>
    </Card>
  );
}

/** As tall as the chart, so that the content below does not move. */
export function ChartSkeleton() {
  return (
    <Skeleton label={t("Loading the credits used")}>
      <Bone className="h-4 w-24" />
      <Bone className="mt-4 h-[20.9rem]" />
    </Skeleton>
  );
}

type ChartProps = {
  days: string[];
  series: Series[];
  scale: number;
  /** Content next to the total. */
  annotation: ReactNode;
  rangeLinks: ReactNode;
};

function Chart({ days, series, scale, annotation, rangeLinks }: ChartProps) {
  const [isTable, setTable] = useState(false);
  const total = sum(series.flatMap(({ values }) => values));
  const Icon = isTable ? ChartColumn : Table;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h2 className="text-ink-soft text-sm">{t("Credits used")}</h2>
          <p className="flex flex-wrap items-center gap-2 font-semibold text-2xl tabular-nums">
            {formatAmount(total, { scale })}
            {annotation}
          </p>
        </div>
        {rangeLinks}
      </div>
      <ul className="mt-4 mb-3 flex flex-wrap gap-x-4 gap-y-1 text-ink-soft text-xs">
        {series.map(({ name }, which) => (
          <li key={name} className="flex items-center gap-1.5">
            <SeriesMark which={which} />
            {name}
          </li>
        ))}
      </ul>
      {isTable ? (
        <DayTable days={days} series={series} scale={scale} />
      ) : (
        <BarChart
          label={t("Credits used on each of {count} days, UTC", { count: days.length })}
          days={days}
          series={series}
          scale={scale}
        />
      )}
      <div className="mt-3 flex flex-wrap items-center justify-end gap-2">
        <Button variant="quiet" size="small" onClick={() => setTable(!isTable)}>
          <Icon aria-hidden className="size-4" />
          {isTable ? t("View as chart") : t("View as table")}
        </Button>
        <Button
          variant="quiet"
          size="small"
          onClick={() => saveFile("credits-used.csv", "text/csv", csvOfDays(days, series, scale))}
        >
          <Download aria-hidden className="size-4" />
          {"CSV"}
        </Button>
      </div>
    </>
  );
}

/** Each range has its own address. */
function Ranges({ count, page }: { count: number; page: Props["page"] }) {
  const { id } = useWebsiteScope();
  return (
    <nav aria-label={t("Range")} className="flex rounded-control bg-well p-0.5">
      {ranges.map((range) => (
        <Link
          key={range}
          to={page}
          params={{ site: id }}
          // The other parameters of the address stay.
          search={({ days: _, ...rest }) =>
            range === 30 ? rest : { ...rest, days: String(range) }
          }
          resetScroll={false}
          activeOptions={{ exact: true }}
          aria-current={range === count ? "true" : undefined}
          className={classes(
            "inline-flex min-h-8 items-center rounded-chip px-2.5 font-medium text-xs",
            range === count ? "bg-surface shadow-control" : "text-ink-soft",
          )}
        >
          {t("{range} days", { range })}
        </Link>
      ))}
    </nav>
  );
}

type TableProps = { days: string[]; series: Series[]; scale: number };

function DayTable({ days, series, scale }: TableProps) {
  const figure = "px-3 py-1.5 text-right tabular-nums";
  return (
    // Keyboard users must be able to focus a scrolling region.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section aria-label={t("By day")} tabIndex={0} className="relative max-h-72 overflow-auto">
      <table aria-label={t("Credits used by day")} className="w-full text-sm">
        <thead>
          <tr className="border-hairline border-b bg-well text-ink-faint text-xs">
            <th scope="col" className="px-3 py-1.5 text-left font-medium">
              {t("Day (UTC)")}
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="px-3 py-1.5 text-right font-medium">
                {name}
              </th>
            ))}
            <th scope="col" className="px-3 py-1.5 text-right font-medium">
              {t("Total")}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-hairline">
          {days.map((day, at) => (
            <tr key={day}>
              <th scope="row" className="whitespace-nowrap px-3 py-1.5 text-left font-normal">
                {longDay(day)}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className={figure}>
                  {formatAmount(values[at] ?? 0, { scale })}
                </td>
              ))}
              <td className={figure}>
                {formatAmount(sum(series.map(({ values }) => values[at] ?? 0)), { scale })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function csvOfDays(days: string[], series: Series[], scale: number): string {
  const figure = (value: number | bigint) => decimalAmount(value, scale);
  return csvOf(
    ["Day (UTC)", ...series.map(({ name }) => inEnglish(name)), "Total"],
    days.map((day, at) => {
      const values = series.map((one) => one.values[at] ?? 0);
      return [
        day,
        ...values.map(figure),
        figure(values.reduce((all, one) => all + BigInt(one), 0n)),
      ];
    }),
  );
}
