/** Shows one delivery: payload, response, and a button to send it again. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import { useSite } from "@/api/site";
import { deliveryQuery, resendDelivery } from "@/api/webhooks";
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
  const site = useSite();
  const delivery = useQuery(deliveryQuery(api, site, endpoint, event));
  const resend = useMutation(resendDelivery(api, useQueryClient(), site, endpoint));
  return (
    <Dialog side title={t("Delivery")} onClose={onClose}>
      <Loadable question={delivery} skeleton={<SkeletonRows label={t("Loading the delivery")} />}>
        {({ delivery: found, event: sent }) => (
          <div className="grid gap-6">
            <Facts
              facts={[
                [t("Event"), found.type],
                [t("State"), <DeliveryState key="state" delivery={found} />],
                [t("Attempts"), String(found.attempts)],
                [t("Last attempt"), found.last_attempt_at && absoluteTime(found.last_attempt_at)],
                [t("Response"), found.last_status?.toString()],
                [t("Error"), found.last_error],
                [t("Next attempt"), found.next_attempt_at && absoluteTime(found.next_attempt_at)],
                ["webhook-id", found.event_id, "code"],
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
