/** How far a delivery has come, as a badge. */
import type { WebhookDelivery, WebhookDeliveryState } from "@/api/types";
import { Badge } from "@/ui/badge";

export const deliveryStates: { state: WebhookDeliveryState; label: string }[] = [
  { state: "waiting", label: "Waiting" },
  { state: "delivered", label: "Delivered" },
  { state: "failed", label: "Failed" },
];

type Props = { delivery: Pick<WebhookDelivery, "state" | "attempts"> };

export function DeliveryState({ delivery: { state, attempts } }: Props) {
  if (state === "waiting" && attempts > 0) return <Badge tone="warn">Failed, retrying</Badge>;
  return (
    <Badge tone={state === "delivered" ? "good" : state === "failed" ? "warn" : "neutral"}>
      {deliveryStates.find((known) => known.state === state)?.label ?? state}
    </Badge>
  );
}
