/** Shows a connected Stripe account: its state, the last check, and the actions on its key. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { checkConnection, disconnectStripe, renewSigningSecret } from "@/api/billing";
import { useApi } from "@/api/client";
import type { StripeConnection } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { Facts } from "@/ui/facts";
import { Confirm } from "@/ui/later";
import { Notice } from "@/ui/notice";
import { Refusal } from "@/ui/refusal";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";
import { ConnectionState } from "./connection-state";
import { connectionReasons } from "./connection-words";
import { PermissionList } from "./permissions";

const ReplaceKeyDialog = lazy(async () => ({
  default: (await import("./replace-key-dialog")).ReplaceKeyDialog,
}));

export function ConnectionCard({ connection }: { connection: StripeConnection }) {
  const api = useApi();
  const queries = useQueryClient();
  const scope = useWebsiteScope();
  const check = useMutation(checkConnection(api, queries, scope));
  const renewal = useMutation(renewSigningSecret(api, queries, scope));
  const disconnect = useMutation(disconnectStripe(api, queries, scope, connection.id));
  const [opened, setOpened] = useState<"key" | "disconnect" | null>(null);
  const { state, reason, missing_permission } = connection;
  // The only conflict is a live subscription; the second press ends the connection all the same.
  const isConflict = disconnect.error !== null && problemOf(disconnect.error).status === 409;
  return (
    <Card aria-labelledby="stripe-account">
      <CardHeader
        id="stripe-account"
        title={connection.account_name ?? t("Stripe account")}
        note={connection.stripe_account_id}
        action={<ConnectionState state={state} />}
      />
      <div className="grid gap-5 p-5">
        {reason && (
          <Notice icon={TriangleAlert} tone="warn">
            {connectionReasons[reason] ?? reason}
            {missing_permission && ` ${missing_permission}`}
          </Notice>
        )}
        <Facts
          facts={[
            [t("Country"), connection.country],
            [t("Key"), connection.key_hint],
            [
              t("Events"),
              connection.delivery === "webhook"
                ? t("Sent by Stripe within seconds")
                : t("Read from Stripe every ten seconds"),
            ],
            [t("Last check"), connection.checked_at && <Time value={connection.checked_at} />],
            [t("Connected"), <Time key="connected" value={connection.created_at} />],
          ]}
        />
        {check.data && check.data.permissions.length > 0 && (
          <PermissionList permissions={check.data.permissions} />
        )}
        {check.error && <Refusal error={check.error} />}
        {renewal.error && <Refusal error={renewal.error} />}
        <div className="flex flex-wrap gap-2">
          {reason === "bad-signatures" && (
            <Button
              busy={renewal.isPending}
              onClick={() =>
                renewal.mutate(connection.id, {
                  onSuccess: () => toast(t("Endpoint repaired")),
                })
              }
            >
              {t("Repair")}
            </Button>
          )}
          <Button
            busy={check.isPending}
            onClick={() =>
              check.mutate(connection.id, {
                onSuccess: () => toast(t("The connection was checked.")),
              })
            }
          >
            {check.isPending ? t("Checking…") : t("Check now")}
          </Button>
          <Button onClick={() => setOpened("key")}>{t("Replace key…")}</Button>
          <Button variant="quiet" onClick={() => setOpened("disconnect")}>
            {t("Disconnect…")}
          </Button>
        </div>
      </div>
      <Suspense>
        {opened === "key" && (
          <ReplaceKeyDialog connection={connection} onClose={() => setOpened(null)} />
        )}
        {opened === "disconnect" && (
          <Confirm
            title={t("Disconnect Stripe?")}
            effect={t(
              "Nothing is sold any more, and the key is erased here. Customers keep their credits, and Stripe keeps its payments.",
            )}
            action={isConflict ? t("Disconnect anyway") : t("Disconnect")}
            busy={disconnect.isPending}
            error={disconnect.error}
            onClose={() => {
              if (!disconnect.isPending) disconnect.reset();
              setOpened(null);
            }}
            onConfirm={() =>
              disconnect.mutate(isConflict, {
                onSuccess: () => {
                  setOpened(null);
                  toast(t("Stripe is disconnected."));
                },
              })
            }
          />
        )}
      </Suspense>
    </Card>
  );
}
