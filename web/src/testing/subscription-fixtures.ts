/** Small, valid responses about plans and subscriptions for tests of the buyer's pages. */
import type {
  Catalog,
  CatalogPlan,
  MySubscription,
  SubscriptionPreview,
} from "@/api/my-subscriptions";
import type { MyCheckout, PublicCatalog } from "@/api/types";

export function aCatalogPlan(changes: Partial<CatalogPlan> = {}): CatalogPlan {
  return {
    code: "pro",
    name: "Pro",
    description: null,
    family: "default",
    version: 1,
    interval: "month",
    interval_count: 1,
    grant_every: "interval",
    credits: 2000,
    trial: null,
    max_quantity: 1,
    features: [],
    prices: [{ currency: "eur", amount_minor: 1900 }],
    ...changes,
  };
}

export function aCatalog(changes: Partial<Catalog> = {}): Catalog {
  return {
    website: { id: "web_1", name: "Paperplane", url: "https://paperplane.example" },
    mode: "live",
    unit: "credit",
    scale: 0,
    packs: [],
    plans: [aCatalogPlan()],
    ...changes,
  };
}

export function aPublicCatalog(changes: Partial<PublicCatalog> = {}): PublicCatalog {
  return {
    ...aCatalog(),
    website: {
      id: "web_1",
      name: "Paperplane",
      url: "https://paperplane.example",
      brand_color: "#c2410c",
      logo_uri: null,
      policy_uri: "https://paperplane.example/privacy",
      tos_uri: null,
    },
    ...changes,
  };
}

export function aSubscription(changes: Partial<MySubscription> = {}): MySubscription {
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
    period_start: "2026-11-14T10:00:00Z",
    period_end: "2026-12-14T10:00:00Z",
    paid_through: "2026-12-14T10:00:00Z",
    cancel_at: null,
    ended_at: null,
    past_due_since: null,
    payment_url: null,
    pending_until: null,
    next_plan: null,
    next_quantity: null,
    created_at: "2026-11-14T10:00:00Z",
    ...changes,
  };
}

export function aPreview(changes: Partial<SubscriptionPreview> = {}): SubscriptionPreview {
  return {
    plan: "pro",
    version: 1,
    quantity: 1,
    effect: "nothing",
    currency: "eur",
    amount_due_minor: 0,
    amount_next_minor: 1900,
    credits_now: 0,
    credits_next: 2000,
    next_payment_at: "2026-12-14T10:00:00Z",
    prorated_at: null,
    ...changes,
  };
}

export function aCheckout(changes: Partial<MyCheckout> = {}): MyCheckout {
  return {
    id: "chk_1",
    url: null,
    state: "completed",
    reason: null,
    website_id: "web_1",
    website_name: "Paperplane",
    mode: "live",
    scale: 0,
    customer_id: "cus_1",
    pack: null,
    plan: "pro",
    top_up: null,
    version: 1,
    quantity: 1,
    amount_minor: 1900,
    currency: "eur",
    credits: 2000,
    bonus: 0,
    payment_id: null,
    expires_at: "2026-11-20T11:00:00Z",
    closed_at: "2026-11-20T10:00:00Z",
    created_at: "2026-11-20T10:00:00Z",
    ...changes,
  };
}
