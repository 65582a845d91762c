/** Shows the revenue of one or of all websites by month and currency, and the subscriptions. */
import { useQuery } from "@tanstack/react-query";
import { BookOpenText } from "lucide-react";
import { useApi } from "@/api/client";
import { allRevenueQuery, revenueQuery } from "@/api/revenue";
import type { RecurringRevenue as Recurring, RevenuePeriod } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { Loadable } from "@/ui/loadable";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { OwedCredits } from "./owed-credits";
import { RecurringRevenue } from "./recurring-revenue";
import { firstDayOf, monthsFrom, statementsOf } from "./revenue-statements";
import { RevenueTable } from "./revenue-table";
import { SaveJournal } from "./save-journal";

/** The current month and the eleven before it: the server adds up 366 days at most. */
const monthsBefore = 11;

export function RevenuePage() {
  const scope = useWebsiteScope();
  const from = firstDayOf(monthsBefore, Date.now());
  const revenue = useQuery(revenueQuery(useApi(), scope, from));
  return (
    <>
      <PageHeader
        title={t("Revenue")}
        note={t(
          "The last twelve months in UTC. Used credits are booked after midnight, for the day before.",
        )}
      />
      <div className="grid grid-cols-1 gap-6">
        <Loadable framed query={revenue} skeleton={<Loading />}>
          {({ periods, subscriptions, owed, ages }) => (
            <>
              <Months from={from} periods={periods} subscriptions={subscriptions} owed={owed} />
              {ages.length > 0 && <OwedCredits owed={owed} ages={ages} />}
            </>
          )}
        </Loadable>
        <SaveJournal key={`${scope.id} ${scope.mode}`} from={from} />
      </div>
    </>
  );
}

/** The operator's list of revenue: all websites and the platform. It is in this chunk because it shows the same parts. */
export function OperatorRevenue() {
  const from = firstDayOf(monthsBefore, Date.now());
  const revenue = useQuery(allRevenueQuery(useApi(), from));
  return (
    <div className="grid grid-cols-1 gap-6">
      <Loadable framed query={revenue} skeleton={<Loading />}>
        {({ items, subscriptions }) => (
          <Months from={from} periods={items} subscriptions={subscriptions} owed={null} />
        )}
      </Loadable>
    </div>
  );
}

function Loading() {
  return (
    <Card>
      <SkeletonRows label={t("Loading: {label}", { label: t("Revenue") })} />
    </Card>
  );
}

type MonthsProps = {
  from: string;
  periods: RevenuePeriod[];
  subscriptions: Recurring[];
  /** The money owed as credits now; null if it is not known. */
  owed: Parameters<typeof statementsOf>[1];
};

function Months({ from, periods, subscriptions, owed }: MonthsProps) {
  return (
    <>
      {subscriptions.length > 0 && <RecurringRevenue subscriptions={subscriptions} />}
      {periods.length === 0 && (
        <Card>
          <EmptyState icon={BookOpenText} title={t("No revenue in these months")}>
            {t("A payment, a refund, a dispute or a used credit that was bought appears here.")}
          </EmptyState>
        </Card>
      )}
      {statementsOf(periods, owed).map((statement) => (
        <RevenueTable
          key={statement.currency}
          statement={statement}
          shown={monthsFrom(from, monthsBefore + 1)}
        />
      ))}
    </>
  );
}
