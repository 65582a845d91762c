/** How far a delivery has come, as a badge. */
import type { WebhookDeliveryState } from "@/api/types";
import { Badge } from "@/ui/badge";

export const deliveryStates: { state: WebhookDeliveryState; label: string }[] = [
  { state: "waiting", label: "Waiting" },
  { state: "delivered", label: "Delivered" },
  { state: "failed", label: "Failed" },
];

export function DeliveryState({ state }: { state: WebhookDeliveryState }) {
  return (
    <Badge tone={state === "delivered" ? "good" : state === "failed" ? "warn" : "neutral"}>
      {deliveryStates.find((known) => known.state === state)?.label ?? state}
    </Badge>
  );
}
