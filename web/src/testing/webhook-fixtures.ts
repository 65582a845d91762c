/** Small, valid responses about webhooks for tests. */
import type { WebhookDelivery, WebhookEndpoint } from "@/api/types";

export function anEndpoint(changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    id: "whe_1",
    url: "https://shop.example/hooks",
    mode: "live",
    events: ["credits.granted", "credits.low"],
    signing: "v1",
    public_key: null,
    status: "active",
    disabled_reason: null,
    failing_since: null,
    previous_secret_until: null,
    created_at: "2026-11-01T08:00:00Z",
    ...changes,
  };
}

export function aDelivery(changes: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    event_id: "evt_1",
    type: "credits.granted",
    state: "failed",
    attempts: 8,
    created_at: "2026-11-20T10:00:00Z",
    last_attempt_at: "2026-11-20T12:00:00Z",
    last_status: 500,
    last_error: null,
    next_attempt_at: null,
    ...changes,
  };
}
