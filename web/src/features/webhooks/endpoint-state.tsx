/** Shows the state of an endpoint as a badge. */
import type { WebhookEndpoint } from "@/api/types";
import { t } from "@/lib/language";
import { Badge } from "@/ui/badge";

export function EndpointState({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { status, failing_since } = endpoint;
  switch (status) {
    case "off":
      return <Badge>{t("Off")}</Badge>;
    case "disabled":
      return <Badge tone="warn">{t("Disabled")}</Badge>;
    case "active":
      return failing_since ? (
        <Badge tone="warn">{t("Failing")}</Badge>
      ) : (
        <Badge tone="good">{t("Active")}</Badge>
      );
  }
}
