/** Shows one delivery: payload, response, and a button to send it again. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import { deliveryQuery, resendDelivery } from "@/api/webhooks";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { absoluteTime } from "@/lib/time";
import { Button } from "@/ui/button";
import { CodeBlock } from "@/ui/code-block";
import { Dialog } from "@/ui/dialog";
import { Facts } from "@/ui/facts";
import { Loadable } from "@/ui/loadable";
import { Refusal } from "@/ui/refusal";
import { SkeletonRows } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { DeliveryState } from "./delivery-state";

type Props = { endpoint: string; event: string; onClose: () => void };

export function DeliveryDialog({ endpoint, event, onClose }: Props) {
  const api = useApi();
  const scope = useWebsiteScope();
  const delivery = useQuery(deliveryQuery(api, scope, endpoint, event));
  const resend = useMutation(resendDelivery(api, useQueryClient(), scope, endpoint));
  return (
    <Dialog side title={t("Delivery")} onClose={onClose}>
      <Loadable query={delivery} skeleton={<SkeletonRows label={t("Loading the delivery")} />}>
        {({ delivery: details, event: sent }) => (
          <div className="grid gap-6">
            <Facts
              facts={[
                [t("Event"), details.type],
                [t("State"), <DeliveryState key="state" delivery={details} />],
                [t("Attempts"), String(details.attempts)],
                [
                  t("Last attempt"),
                  details.last_attempt_at && absoluteTime(details.last_attempt_at),
                ],
                [t("Response"), details.last_status?.toString()],
                [t("Error"), details.last_error],
                [
                  t("Next attempt"),
                  details.next_attempt_at && absoluteTime(details.next_attempt_at),
                ],
                ["webhook-id", details.event_id, "code"],
              ]}
            />
            <CodeBlock title={t("Payload")} code={JSON.stringify(sent, null, 2)} />
            {resend.error && <Refusal error={resend.error} />}
            <Button
              variant="primary"
              busy={resend.isPending}
              className="justify-self-start"
              onClick={() =>
                resend.mutate(event, { onSuccess: () => toast(t("The event is sent again.")) })
              }
            >
              {t("Send again")}
            </Button>
          </div>
        )}
      </Loadable>
    </Dialog>
  );
}
