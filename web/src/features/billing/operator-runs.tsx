/** Lists the newest comparisons of all Stripe accounts. */
import { useQuery } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useApi } from "@/api/client";
import { allRunsQuery } from "@/api/reconcile";
import { t } from "@/lib/language";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import { runColumns } from "./run-columns";

export function OperatorRuns() {
  const runs = useQuery(allRunsQuery(useApi()));
  return (
    <ListCard
      label={t("Comparisons")}
      columns={runColumns()}
      query={runs}
      rowId={({ id }) => id}
      file="comparisons"
      empty={
        <EmptyState icon={Clock} title={t("Not compared yet")}>
          {t("It happens once a day by itself.")}
        </EmptyState>
      }
    />
  );
}
