/** Lists an endpoint's deliveries, newest first: response, next attempt, and a button to send again. */
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { lazy, Suspense } from "react";
import { useApi } from "@/api/client";
import type { WebhookDelivery } from "@/api/types";
import { deliveriesQuery } from "@/api/webhooks";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
import { withoutEmpty } from "@/lib/search";
import { paths } from "@/paths";
import { EmptyState } from "@/ui/empty-state";
import { LinkTabs } from "@/ui/link-tabs";
import { ListCard } from "@/ui/list-card";
import { Pager } from "@/ui/pager";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { DeliveryState, deliveryStates } from "./delivery-state";

const DeliveryDialog = lazy(async () => ({
  default: (await import("./delivery-dialog")).DeliveryDialog,
}));

const columns: Column<WebhookDelivery>[] = [
  {
    id: "type",
    header: t("Event"),
    value: ({ type }) => type,
    cell: ({ type, event_id }) => (
      <span className="block min-w-0">
        <span className="block break-words font-medium">{type}</span>
        <code className="block break-all font-mono text-ink-faint text-xs">{event_id}</code>
      </span>
    ),
  },
  {
    id: "state",
    header: t("State"),
    value: ({ state }) => state,
    cell: (delivery) => <DeliveryState delivery={delivery} />,
  },
  {
    id: "answer",
    header: t("Last response"),
    value: ({ last_status, last_error }) => last_status ?? last_error ?? "",
    cell: ({ last_status, last_error }) => last_status ?? last_error ?? "–",
    from: "lg",
  },
  {
    id: "attempts",
    header: t("Attempts"),
    numeric: true,
    value: ({ attempts }) => attempts,
    from: "md",
  },
  {
    id: "created_at",
    header: t("Created"),
    numeric: true,
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time value={created_at} />,
    from: "sm",
  },
];

export function DeliveryList({ endpoint }: { endpoint: string }) {
  const scope = useWebsiteScope();
  const navigate = useNavigate();
  const { cursor, size, state: stateText, event } = useSearch({ strict: false });
  const state = deliveryStates.find((known) => known.state === stateText)?.state;
  const search = state ? { state } : {};
  const page = useQuery(
    deliveriesQuery(useApi(), scope, endpoint, {
      ...search,
      ...(cursor && { cursor }),
      limit: pageSizeOf(size),
    }),
  );
  const here = { to: paths.webhook(), params: { site: scope.id, endpoint } } as const;
  return (
    <div>
      <LinkTabs label={t("Which deliveries")}>
        <Link {...here} search={{}} resetScroll={false} aria-current={state ? undefined : "page"}>
          {t("All")}
        </Link>
        {deliveryStates.map((known) => (
          <Link
            key={known.state}
            {...here}
            search={{ state: known.state }}
            resetScroll={false}
            aria-current={known.state === state ? "page" : undefined}
          >
            {known.label}
          </Link>
        ))}
      </LinkTabs>
      <ListCard
        label={t("Deliveries")}
        columns={columns}
        query={page}
        rowId={({ event_id }) => event_id}
        file="deliveries"
        link={({ event_id }, content, className) => (
          <Link
            {...here}
            search={(before) => ({ ...before, event: event_id })}
            resetScroll={false}
            className={className}
          >
            {content}
          </Link>
        )}
        empty={
          <EmptyState
            icon={Send}
            title={state ? t("No deliveries in this state") : t("No deliveries yet")}
          >
            {t("Each event sent to this endpoint is listed here for 30 days.")}
          </EmptyState>
        }
        pager={
          page.data && (
            <Pager
              link={here}
              parameters={withoutEmpty({ state, size })}
              cursor={cursor}
              next={page.data.next_cursor}
              status={t("{count} on this page, newest first.", { count: page.data.items.length })}
            />
          )
        }
      />
      <Suspense>
        {event !== undefined && (
          <DeliveryDialog
            endpoint={endpoint}
            event={event}
            onClose={() =>
              void navigate({
                ...here,
                search: ({ event: _, ...rest }) => rest,
                resetScroll: false,
              })
            }
          />
        )}
      </Suspense>
    </div>
  );
}
