/** Lists the disputes of a website's payments, newest first, with the time that is left to answer. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { ShieldAlert } from "lucide-react";
import { useMemo } from "react";
import { useApi } from "@/api/client";
import { disputesQuery } from "@/api/refunds";
import type { DisputeState } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
import { withoutEmpty } from "@/lib/search";
import { paths } from "@/paths";
import { EmptyState } from "@/ui/empty-state";
import { Filter } from "@/ui/filter";
import { ListCard } from "@/ui/list-card";
import { PageHeader } from "@/ui/page-header";
import { Pager } from "@/ui/pager";
import { disputeColumns } from "./dispute-columns";
import { useDashboard } from "./use-dashboard";

const states: { value: DisputeState | ""; label: string }[] = [
  { value: "", label: t("Any state") },
  { value: "open", label: t("Open") },
  { value: "inquiry", label: t("Inquiries") },
  { value: "won", label: t("Won") },
  { value: "lost", label: t("Lost") },
  { value: "prevented", label: t("Prevented") },
];

export function DisputesPage() {
  const api = useApi();
  const scope = useWebsiteScope();
  const navigate = useNavigate();
  const { cursor, size, state: asked = "" } = useSearch({ strict: false });
  const state = states.find(({ value }) => value === asked)?.value || undefined;
  const search = { ...(state && { state }), ...(cursor && { cursor }), limit: pageSizeOf(size) };
  const page = useQuery(disputesQuery(api, scope, search));
  const items = page.data?.items ?? [];
  const { addressOf } = useDashboard();
  const columns = useMemo(() => disputeColumns(addressOf), [addressOf]);
  const here = { to: paths.disputes(), params: { site: scope.id } } as const;
  return (
    <>
      <PageHeader
        title={t("Disputes")}
        note={t("A buyer's bank asks about a payment, or takes the money back until it decides.")}
      />
      <ListCard
        label={t("Disputes")}
        columns={columns}
        query={page}
        rowId={({ id }) => id}
        file="disputes"
        tools={
          <Filter
            label={t("State")}
            options={states}
            value={state ?? ""}
            onChange={(next) =>
              void navigate({ ...here, search: withoutEmpty({ size, state: next }) })
            }
          />
        }
        link={({ payment_id }, content, className) => (
          <Link
            to={paths.payment()}
            params={{ site: scope.id, payment: payment_id }}
            className={className}
          >
            {content}
          </Link>
        )}
        empty={
          state ? (
            <EmptyState icon={ShieldAlert} title={t("No disputes in this state")}>
              {t("Choose another state, or “Any state”.")}
            </EmptyState>
          ) : (
            <EmptyState icon={ShieldAlert} title={t("No disputes")}>
              {t(
                "If a buyer's bank doubts a payment, it appears here, with the time until which you can answer in Stripe. Until then the credits are frozen.",
              )}
            </EmptyState>
          )
        }
        pager={
          page.data && (
            <Pager
              link={here}
              parameters={withoutEmpty({ size, state })}
              cursor={cursor}
              next={page.data.next_cursor}
              status={t("{count} on this page, newest first.", { count: items.length })}
            />
          )
        }
      />
    </>
  );
}
