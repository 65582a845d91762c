/** Small, valid responses about automatic top-ups for tests. */
import type { TopUp, TopUpAttempt } from "@/api/top-ups";
import type { CatalogPack } from "@/api/types";

export function aCatalogPack(changes: Partial<CatalogPack> = {}): CatalogPack {
  return {
    code: "large",
    name: "Large",
    description: null,
    version: 1,
    credits: 5000,
    bonus: 0,
    expires_days: null,
    bonus_expires_days: null,
    feature: null,
    first_only: false,
    prices: [{ currency: "eur", amount_minor: 2000 }],
    ...changes,
  };
}

/** A user who never turned it on. */
export function noTopUp(changes: Partial<TopUp> = {}): TopUp {
  return {
    state: "off",
    reason: null,
    pack: null,
    quantity: 0,
    threshold: 0,
    amount_minor: 0,
    currency: "eur",
    credits: 0,
    bonus: 0,
    month_max_minor: 0,
    month_max_count: 0,
    min_seconds: 300,
    month: { spent_minor: 0, count: 0, ends_at: "2026-12-01T00:00:00Z" },
    limit_minor: null,
    card: null,
    payment_url: null,
    next_at: null,
    consent_at: null,
    consent_text: null,
    updated_at: null,
    ...changes,
  };
}

/** "When fewer than 500 credits are left, buy 5,000 for €20.00, at most €100.00 a month." */
export function aTopUp(changes: Partial<TopUp> = {}): TopUp {
  return noTopUp({
    state: "active",
    pack: { code: "large", name: "Large", version: 1, credits: 5000, bonus: 0 },
    quantity: 1,
    threshold: 500,
    amount_minor: 2000,
    currency: "eur",
    credits: 5000,
    month_max_minor: 10_000,
    month_max_count: 5,
    min_seconds: 600,
    month: { spent_minor: 4000, count: 2, ends_at: "2026-12-01T00:00:00Z" },
    card: { brand: "visa", last4: "4242" },
    consent_at: "2026-11-20T10:00:00Z",
    consent_text: "I agree that Paperplane charges my saved card.",
    updated_at: "2026-11-20T10:00:00Z",
    ...changes,
  });
}

export function anAttempt(changes: Partial<TopUpAttempt> = {}): TopUpAttempt {
  return {
    id: "top_1",
    state: "paid",
    code: null,
    amount_minor: 2000,
    currency: "eur",
    credits: 5000,
    bonus: 0,
    payment: "pmt_1",
    payment_url: null,
    created_at: "2026-11-20T10:00:00Z",
    settled_at: "2026-11-20T10:00:05Z",
    ...changes,
  };
}
