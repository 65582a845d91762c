/** Small, valid responses about plans and subscriptions for tests. */
import type { Plan, PlanVersion, Subscription, SubscriptionPreview } from "@/api/types";

export function aPlanVersion(changes: Partial<PlanVersion> = {}): PlanVersion {
  return {
    version: 1,
    interval: "month",
    interval_count: 1,
    grant_every: "interval",
    credits: 1000,
    rollover: "none",
    rollover_cap: null,
    rollover_periods: 0,
    trial: null,
    max_quantity: 1,
    features: [],
    prices: [
      {
        currency: "eur",
        amount_minor: 900,
        stripe: { state: "synced", reason: null, detail: null, stripe_price_id: "price_1" },
      },
    ],
    created_at: "2026-11-01T08:00:00Z",
    ...changes,
  };
}

export function aPlan(changes: Partial<Plan> = {}): Plan {
  return {
    id: "pln_1",
    code: "pro",
    name: "Pro",
    description: "For regular use",
    status: "active",
    position: 0,
    family: "default",
    version: aPlanVersion(),
    subscribers: 0,
    created_at: "2026-11-01T08:00:00Z",
    updated_at: "2026-11-01T08:00:00Z",
    ...changes,
  };
}

export function aSubscription(changes: Partial<Subscription> = {}): Subscription {
  return {
    id: "sbs_1",
    website_id: "web_1",
    website_name: "Paperplane",
    mode: "live",
    customer_id: "cus_1",
    checkout_id: "chk_1",
    plan: "pro",
    plan_name: "Pro",
    version: 1,
    quantity: 1,
    status: "active",
    subscribed: true,
    trial_end: null,
    period_start: "2026-11-20T10:00:00Z",
    period_end: "2026-12-20T10:00:00Z",
    paid_through: "2026-12-20T10:00:00Z",
    cancel_at: null,
    ended_at: null,
    past_due_since: null,
    payment_url: null,
    pending_until: null,
    next_plan: null,
    next_quantity: null,
    created_at: "2026-11-20T10:00:00Z",
    ...changes,
  };
}

/** A dearer plan, which begins a new period. */
export function aChangePreview(changes: Partial<SubscriptionPreview> = {}): SubscriptionPreview {
  return {
    plan: "team",
    version: 1,
    quantity: 1,
    effect: "restart",
    currency: "eur",
    amount_due_minor: 2900,
    amount_next_minor: 2900,
    credits_now: 5000,
    credits_next: 5000,
    next_payment_at: "2026-12-27T10:00:00Z",
    prorated_at: null,
    ...changes,
  };
}
