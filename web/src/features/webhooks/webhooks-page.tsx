/** Lists a website's webhook endpoints in one mode. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, Webhook } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { useOpened } from "@/api/opened";
import type { WebhookEndpoint } from "@/api/types";
import { endpointsQuery } from "@/api/webhooks";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { SecretDialog } from "@/ui/later-secret";
import { ListCard } from "@/ui/list-card";
import { PageHeader } from "@/ui/page-header";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { EndpointState } from "./endpoint-state";

const NewEndpointDialog = lazy(async () => ({
  default: (await import("./new-endpoint-dialog")).NewEndpointDialog,
}));

const columns: Column<WebhookEndpoint>[] = [
  {
    id: "url",
    header: t("Endpoint"),
    value: ({ url }) => url,
    cell: ({ url }) => <span className="block wrap-anywhere font-medium">{url}</span>,
  },
  {
    id: "status",
    header: t("State"),
    value: ({ status }) => status,
    cell: (endpoint) => <EndpointState endpoint={endpoint} />,
  },
  {
    id: "events",
    header: t("Events"),
    value: ({ events }) => events.join(" "),
    cell: ({ events }) => (
      <span className="text-ink-soft">
        {events.length === 1 ? events[0] : t("{count} event types", { count: events.length })}
      </span>
    ),
    from: "md",
  },
  {
    id: "created_at",
    header: t("Added"),
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time value={created_at} />,
    from: "md",
  },
];

export function WebhooksPage() {
  const scope = useWebsiteScope();
  const endpoints = useQuery(endpointsQuery(useApi(), scope));
  const adding = useOpened("new");
  const [secret, setSecret] = useState<string | null>(null);
  const add = (
    <Button variant="primary" onClick={adding.open}>
      <Plus aria-hidden className="size-4" />
      {t("Add an endpoint")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("Webhooks")}
        note={
          scope.mode === "live"
            ? t("Get notified when credits change. Events are signed and sent in order.")
            : t("Events about play credits, to try out your receiver.")
        }
        action={add}
      />
      <ListCard
        label={t("Webhook endpoints")}
        columns={columns}
        query={endpoints}
        rowId={({ id }) => id}
        link={({ id }, content, className) => (
          <Link
            to={paths.webhook()}
            params={{ site: scope.id, endpoint: id }}
            className={className}
          >
            {content}
          </Link>
        )}
        empty={
          <EmptyState icon={Webhook} title={t("No webhook endpoints yet")}>
            {t("Your endpoint is called when credits are granted, run low, expire or run out.")}
          </EmptyState>
        }
      />
      <Suspense>
        {adding.isOpen && (
          <NewEndpointDialog
            onClose={adding.close}
            onAdded={(added) => {
              adding.close();
              setSecret(added);
            }}
          />
        )}
        {secret !== null && (
          <SecretDialog
            title={t("Save this secret now")}
            kind="signingSecret"
            secret={secret}
            onClose={() => setSecret(null)}
          />
        )}
      </Suspense>
    </>
  );
}
