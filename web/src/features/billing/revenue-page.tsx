/** Adds up a month of a website's money journal by currency, and saves its entries as a file. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { BookOpenText } from "lucide-react";
import { useApi } from "@/api/client";
import { journalQuery } from "@/api/revenue";
import { useWebsiteScope } from "@/api/website-scope";
import {
  lastMonths,
  type Month,
  type Statement,
  type SumLine,
  statementsOf,
} from "@/lib/journal-sums";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";
import { Card, CardHeader } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Filter } from "@/ui/filter";
import { Loadable } from "@/ui/loadable";
import { Notice } from "@/ui/notice";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { SaveJournal } from "./save-journal";

/** Two years, which is what an accountant asks for. */
const maxMonths = 24;

export function RevenuePage() {
  const scope = useWebsiteScope();
  const navigate = useNavigate();
  const { month: asked } = useSearch({ strict: false });
  const months = lastMonths(maxMonths, Date.now());
  const month = months.find(({ value }) => value === asked) ?? months[0];
  if (month === undefined) return null;
  return (
    <>
      <PageHeader
        title={t("Revenue journal")}
        note={t("Payments, used credits, refunds, disputes and fees, by month in UTC.")}
        action={
          <Filter
            label={t("Month")}
            options={months}
            value={month.value}
            onChange={(value) =>
              void navigate({
                to: paths.revenue(),
                params: { site: scope.id },
                search: value === months[0]?.value ? {} : { month: value },
              })
            }
          />
        }
      />
      <MonthOfJournal key={month.value} month={month} isRunning={month === months[0]} />
    </>
  );
}

function MonthOfJournal({ month, isRunning }: { month: Month; isRunning: boolean }) {
  const { from, to } = month;
  const journal = useQuery(journalQuery(useApi(), useWebsiteScope(), { from, to }));
  return (
    <div className="grid max-w-[46rem] grid-cols-1 gap-6">
      <Loadable
        framed
        query={journal}
        skeleton={
          <Card>
            <SkeletonRows label={t("Adding up the journal")} />
          </Card>
        }
      >
        {({ entries, isWhole }) => (
          <>
            {isRunning && (
              <p className="text-pretty text-ink-soft text-sm">
                {t(
                  "This month is not over. Used credits are booked after midnight UTC, for the day before.",
                )}
              </p>
            )}
            {!isWhole && (
              <Notice icon={BookOpenText}>
                {t("This month has too many entries to add up here. The file has all of them.")}
              </Notice>
            )}
            {isWhole && entries.length === 0 && (
              <Card>
                <EmptyState icon={BookOpenText} title={t("No entries in this month")}>
                  {t(
                    "A payment, a refund, a dispute or a used credit that was bought appears here.",
                  )}
                </EmptyState>
              </Card>
            )}
            {isWhole &&
              statementsOf(entries).map((statement) => (
                <StatementCard key={statement.currency} statement={statement} month={month} />
              ))}
            {entries.length > 0 && <SaveJournal month={month} entries={isWhole ? entries : null} />}
          </>
        )}
      </Loadable>
    </div>
  );
}

function StatementCard({ statement, month }: { statement: Statement; month: Month }) {
  const { currency, sections } = statement;
  const id = `statement-${currency}`;
  return (
    <Card aria-labelledby={id} className="overflow-clip">
      <CardHeader id={id} title={currency.toUpperCase()} note={month.label} />
      <div className="divide-y divide-hairline">
        {sections.map(({ title, lines }) => (
          <section key={title} className="px-5 py-4">
            <h3 className="mb-1 font-medium text-ink-faint text-xs">{title}</h3>
            <dl className="grid gap-1.5 text-sm">
              {lines.map((line) => (
                <Line key={line.id} line={line} currency={currency} />
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Card>
  );
}

function Line({ line, currency }: { line: SumLine; currency: string }) {
  const { label, minor, isTotal = false } = line;
  return (
    <div
      className={
        isTotal
          ? "flex justify-between gap-4 border-hairline border-t font-semibold"
          : "flex justify-between gap-4"
      }
    >
      <dt className={isTotal ? "" : "text-ink-soft"}>{label}</dt>
      <dd className="tabular-nums">{formatMoney(minor, currency)}</dd>
    </div>
  );
}
