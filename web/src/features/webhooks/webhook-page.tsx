/** Shows one webhook endpoint: state, deliveries and the owner's actions. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/client";
import type { WebhookEndpoint } from "@/api/types";
import { changeEndpoint, deleteEndpoint, endpointQuery, testEndpoint } from "@/api/webhooks";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { absoluteTime } from "@/lib/time";
import { paths } from "@/paths";
import { Button, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { Facts } from "@/ui/facts";
import { Confirm } from "@/ui/later";
import { SecretDialog } from "@/ui/later-secret";
import { Loadable } from "@/ui/loadable";
import { Missing } from "@/ui/missing";
import { Notice } from "@/ui/notice";
import { PageHeader } from "@/ui/page-header";
import { Refusal } from "@/ui/refusal";
import { SkeletonRows } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { DeliveryList } from "./delivery-list";
import { EndpointState } from "./endpoint-state";

const ChangeEndpointDialog = lazy(async () => ({
  default: (await import("./change-endpoint-dialog")).ChangeEndpointDialog,
}));
const ResendDialog = lazy(async () => ({
  default: (await import("./resend-dialog")).ResendDialog,
}));
const RotateDialog = lazy(async () => ({
  default: (await import("./rotate-dialog")).RotateDialog,
}));

export function WebhookPage() {
  const { endpoint: id = "" } = useParams({ strict: false });
  const scope = useWebsiteScope();
  const endpoint = useQuery(endpointQuery(useApi(), scope, id));
  return (
    <Loadable
      framed
      page={t("Webhook endpoint")}
      missing={
        <Missing
          title={t("Webhook endpoint not found")}
          action={
            <ButtonLink variant="primary" to={paths.webhooks()} params={{ site: scope.id }}>
              {t("All webhook endpoints")}
            </ButtonLink>
          }
        >
          {t("It may have been deleted, or it belongs to the other mode, live or test.")}
        </Missing>
      }
      query={endpoint}
      skeleton={<SkeletonRows label={t("Loading the endpoint")} />}
    >
      {(data) => <Endpoint endpoint={data} />}
    </Loadable>
  );
}

type Opened = "change" | "resend" | "rotate" | "delete" | { secret: string } | null;

function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const scope = useWebsiteScope();
  const [open, setOpen] = useState<Opened>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        title={t("Webhook endpoint")}
        note={
          <Link
            to={paths.webhooks()}
            params={{ site: scope.id }}
            className="inline-flex min-h-7 items-center text-sm underline-offset-4 hover:underline"
          >
            {t("← Webhooks")}
          </Link>
        }
        action={<Actions endpoint={endpoint} onOpen={setOpen} />}
      />
      <div className="grid grid-cols-1 gap-6">
        {endpoint.disabled_reason && (
          <Notice icon={TriangleAlert} tone="warn">
            {t("This endpoint gets no more events: {reason} Turn it on again when it works.", {
              reason: endpoint.disabled_reason,
            })}
          </Notice>
        )}
        <Card aria-label={t("Endpoint")} className="p-5">
          <Facts
            facts={[
              [t("Address"), endpoint.url, "code"],
              [t("State"), <EndpointState key="state" endpoint={endpoint} />],
              [t("Failing since"), endpoint.failing_since && absoluteTime(endpoint.failing_since)],
              [t("Events"), endpoint.events.join(", ")],
              [
                t("Signature"),
                endpoint.signing === "v1a" ? t("Key pair (v1a)") : t("Shared secret (v1)"),
              ],
              [t("Public key"), endpoint.public_key, "code"],
              [
                endpoint.signing === "v1a" ? t("Old key until") : t("Old secret until"),
                endpoint.previous_secret_until && absoluteTime(endpoint.previous_secret_until),
              ],
              [t("Id"), endpoint.id, "code"],
            ]}
          />
        </Card>
        <DeliveryList endpoint={endpoint.id} />
      </div>
      <Suspense>
        {open === "change" && <ChangeEndpointDialog endpoint={endpoint} onClose={close} />}
        {open === "resend" && <ResendDialog endpoint={endpoint} onClose={close} />}
        {open === "rotate" && (
          <RotateDialog
            endpoint={endpoint}
            onClose={close}
            onRotated={(secret) => setOpen(secret === null ? null : { secret })}
          />
        )}
        {open === "delete" && <Deletion endpoint={endpoint} onClose={close} />}
        {open !== null && typeof open === "object" && (
          <SecretDialog
            title={t("Save this secret now")}
            kind="signingSecret"
            secret={open.secret}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

type ActionsProps = { endpoint: WebhookEndpoint; onOpen: (what: Opened) => void };

function Actions({ endpoint, onOpen }: ActionsProps) {
  const [api, queries, scope] = [useApi(), useQueryClient(), useWebsiteScope()];
  const change = useMutation(changeEndpoint(api, queries, scope, endpoint.id));
  const test = useMutation(testEndpoint(api, queries, scope, endpoint.id));
  const failure = test.error ?? change.error;
  const isOn = endpoint.status === "active";
  return (
    <div className="grid gap-3">
      <span className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={test.isPending}
          onClick={() =>
            test.mutate(undefined, { onSuccess: () => toast(t("A test event is on its way.")) })
          }
        >
          {t("Send a test event")}
        </Button>
        <Button onClick={() => onOpen("change")}>{t("Edit…")}</Button>
        <Button
          busy={change.isPending}
          onClick={() =>
            change.mutate(
              { status: isOn ? "off" : "active" },
              {
                onSuccess: () => toast(isOn ? t("The endpoint is off.") : t("The endpoint is on.")),
              },
            )
          }
        >
          {isOn ? t("Turn off") : t("Turn on")}
        </Button>
        <Button onClick={() => onOpen("resend")}>{t("Send again…")}</Button>
        <Button onClick={() => onOpen("rotate")}>
          {endpoint.signing === "v1a" ? t("Rotate key…") : t("Rotate secret…")}
        </Button>
        <Button onClick={() => onOpen("delete")}>{t("Delete…")}</Button>
      </span>
      {failure && <Refusal error={failure} />}
    </div>
  );
}

function Deletion({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const scope = useWebsiteScope();
  const navigate = useNavigate();
  const remove = useMutation(deleteEndpoint(useApi(), useQueryClient(), scope, endpoint.id));
  return (
    <Confirm
      title={t("Delete this endpoint?")}
      effect={t("{url} gets no more events, and its delivery log is deleted.", {
        url: endpoint.url,
      })}
      action={t("Delete endpoint")}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            toast(t("The endpoint is deleted."));
            void navigate({ to: paths.webhooks(), params: { site: scope.id } });
          },
        })
      }
    />
  );
}
