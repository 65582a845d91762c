/** Shows a Stripe account to the operator, who can have it compared. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";
import { useApi } from "@/api/client";
import { startRuns } from "@/api/reconcile";
import type { OperatorStripeConnection } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Facts } from "@/ui/facts";
import { Notice } from "@/ui/notice";
import { Refusal } from "@/ui/refusal";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";
import { ConnectionState } from "./connection-state";
import { connectionReasons } from "./connection-words";

type Props = { connection: OperatorStripeConnection; onClose: () => void };

export function ConnectionDialog({ connection, onClose }: Props) {
  const start = useMutation(startRuns(useApi(), useQueryClient()));
  const { id, account_name, stripe_account, reason, owner_user_id, circuit } = connection;
  const { oldest_waiting_since, last_event_at } = connection;
  return (
    <Dialog side title={account_name || stripe_account} note={stripe_account} onClose={onClose}>
      <div className="grid gap-6">
        {reason && (
          <Notice icon={TriangleAlert} tone="warn">
            {connectionReasons[reason] ?? reason}
          </Notice>
        )}
        {circuit !== "closed" && (
          <Notice icon={TriangleAlert} tone="warn">
            {t("Stripe did not respond several times, so this server sends no calls for now.")}
          </Notice>
        )}
        <Facts
          facts={[
            [t("State"), <ConnectionState key="state" state={connection.state} />],
            [t("Mode"), connection.mode === "test" ? t("Test") : t("Live")],
            [
              t("Owner"),
              owner_user_id ? (
                <Link
                  key="owner"
                  to={paths.operatorUser()}
                  params={{ user: owner_user_id }}
                  className="break-all font-mono text-[0.8125rem] underline underline-offset-4"
                >
                  {owner_user_id}
                </Link>
              ) : (
                t("This installation")
              ),
            ],
            [
              t("Events"),
              connection.delivery === "webhook"
                ? t("Sent by Stripe within seconds")
                : t("Read from Stripe every ten seconds"),
            ],
            [t("Last event"), last_event_at && <Time value={last_event_at} />],
            [t("Waiting"), formatAmount(connection.waiting)],
            [t("Oldest waiting"), oldest_waiting_since && <Time value={oldest_waiting_since} />],
            [t("Dead letters"), formatAmount(connection.dead)],
            [t("Connected"), <Time key="since" value={connection.created_at} />],
            [t("Connection"), id, "code"],
          ]}
        />
        {start.error && <Refusal error={start.error} repeatable />}
        <Button
          busy={start.isPending}
          className="justify-self-start"
          onClick={() =>
            start.mutate(id, {
              onSuccess: () => {
                toast(t("The comparison has started."));
                onClose();
              },
            })
          }
        >
          {t("Compare now")}
        </Button>
      </div>
    </Dialog>
  );
}
