/** Lists webhook deliveries of all websites with state and endpoint. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Webhook } from "lucide-react";
import { useApi } from "@/api/client";
import { allWebhookDeliveriesQuery } from "@/api/operator";
import type { OperatorDelivery } from "@/api/types";
import { hostOf } from "@/lib/address";
import { t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
import { paths } from "@/paths";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import { PageHeader } from "@/ui/page-header";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { ListPager } from "./list-pager";
import { StateBadge } from "./state-badge";
import { StateTabs } from "./state-tabs";
import { stateWord } from "./state-word";

const states = ["waiting", "delivered", "failed"] as const;

const columns: Column<OperatorDelivery>[] = [
  {
    id: "type",
    header: t("Event"),
    value: ({ type }) => type,
    cell: ({ type, url }) => (
      <span className="block min-w-0">
        <span className="block break-words font-medium">{type}</span>
        <span className="block wrap-anywhere text-ink-faint text-xs">{hostOf(url)}</span>
      </span>
    ),
  },
  {
    id: "state",
    header: t("State"),
    value: ({ state }) => state,
    cell: ({ state, attempts }) => <StateBadge state={state} attempts={attempts} />,
  },
  {
    id: "website",
    header: t("Website"),
    value: ({ website_id }) => website_id,
    cell: ({ website_id, mode }) => (
      <span className="block min-w-0">
        <code className="block break-all font-mono text-[0.8125rem]">{website_id}</code>
        <span className="block text-ink-faint text-xs">{mode}</span>
      </span>
    ),
    from: "md",
  },
  {
    id: "answer",
    header: t("Last response"),
    value: ({ last_status, last_error }) => last_status ?? last_error ?? "–",
    from: "lg",
  },
  {
    id: "attempts",
    header: t("Attempts"),
    numeric: true,
    value: ({ attempts }) => attempts,
    from: "sm",
  },
  {
    id: "created_at",
    header: t("Created"),
    numeric: true,
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time value={created_at} />,
  },
];

export function OperatorWebhooksPage() {
  const { cursor, size, state } = useSearch({ strict: false });
  const page = useQuery(
    allWebhookDeliveriesQuery(useApi(), {
      ...(cursor && { cursor }),
      ...(state && { state }),
      limit: pageSizeOf(size),
    }),
  );
  return (
    <>
      <PageHeader
        title={t("Webhook deliveries")}
        note={t("Deliveries of all websites. Owners can resend their own.")}
      />
      <StateTabs to={paths.operatorWebhooks()} states={states} />
      <ListCard
        label={state ? t("{state} deliveries", { state: stateWord(state) }) : t("All deliveries")}
        columns={columns}
        query={page}
        rowId={({ event_id, endpoint_id }) => `${event_id} ${endpoint_id}`}
        file="webhook-deliveries"
        empty={
          <EmptyState
            icon={Webhook}
            title={state ? t("No deliveries in this state") : t("No deliveries yet")}
          >
            {t("Each event sent to an endpoint is listed here for 30 days.")}
          </EmptyState>
        }
        pager={<ListPager page={page.data} />}
      />
    </>
  );
}
