/** Shows the state of a delivery as a badge. */
import type { WebhookDelivery, WebhookDeliveryState } from "@/api/types";
import { t } from "@/lib/language";
import { Badge } from "@/ui/badge";

export const deliveryStates: { state: WebhookDeliveryState; label: string }[] = [
  { state: "waiting", label: t("Waiting") },
  { state: "delivered", label: t("Delivered") },
  { state: "failed", label: t("Failed") },
];

type Props = { delivery: Pick<WebhookDelivery, "state" | "attempts"> };

export function DeliveryState({ delivery: { state, attempts } }: Props) {
  if (state === "waiting" && attempts > 0)
    return <Badge tone="warn">{t("Failed, retrying")}</Badge>;
  return (
    <Badge tone={state === "delivered" ? "good" : state === "failed" ? "warn" : "neutral"}>
      {deliveryStates.find((known) => known.state === state)?.label ?? state}
    </Badge>
  );
}
