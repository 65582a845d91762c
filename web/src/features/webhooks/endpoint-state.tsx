/** How an endpoint stands, as a badge. */
import type { WebhookEndpoint } from "@/api/types";
import { Badge } from "@/ui/badge";

export function EndpointState({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { status, failing_since } = endpoint;
  switch (status) {
    case "off":
      return <Badge>Off</Badge>;
    case "disabled":
      return <Badge tone="warn">Disabled</Badge>;
    case "active":
      return failing_since ? <Badge tone="warn">Failing</Badge> : <Badge tone="good">Active</Badge>;
  }
}
