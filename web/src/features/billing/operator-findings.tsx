/** Lists findings of all Stripe accounts; their owners accept them, and the operator those of the platform. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/client";
import { allFindingsQuery, allRunsQuery } from "@/api/reconcile";
import { t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
import { paths } from "@/paths";
import { EmptyState } from "@/ui/empty-state";
import { Filter } from "@/ui/filter";
import { ListCard } from "@/ui/list-card";
import {
  findingColumns,
  findingStateOf,
  findingStates,
  findingStateWord,
  noFindings,
} from "./finding-columns";
import { OperatorListPager } from "./operator-list-pager";

const OperatorFindingDialog = lazy(async () => ({
  default: (await import("./operator-finding-dialog")).OperatorFindingDialog,
}));

const states = findingStates.map((state) => ({ value: state, label: findingStateWord(state) }));

export function OperatorFindings() {
  const api = useApi();
  const navigate = useNavigate();
  const { cursor, size, state: chosen, finding: opened } = useSearch({ strict: false });
  const state = findingStateOf(chosen);
  const runs = useQuery(allRunsQuery(api)).data;
  const page = useQuery(
    allFindingsQuery(api, { state, limit: pageSizeOf(size), runs, ...(cursor && { cursor }) }),
  );
  const here = { to: paths.operatorBilling() } as const;
  const finding = page.data?.items.find(({ id }) => id === opened);
  const empty = noFindings(state);
  return (
    <>
      <ListCard
        label={t("Findings")}
        columns={findingColumns()}
        query={page}
        rowId={({ id }) => id}
        file="findings"
        tools={
          <Filter
            label={t("State")}
            options={states}
            value={state}
            onChange={(next) =>
              void navigate({ ...here, search: { list: "findings", state: next } })
            }
          />
        }
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
        pager={<OperatorListPager page={page.data} />}
      />
      <Suspense>
        {finding && (
          <OperatorFindingDialog
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
    </>
  );
}
