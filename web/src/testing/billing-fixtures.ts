/** Small, valid responses about payments for tests. */
import type { BillingSettings, Dispute, PaymentDetail, RevenuePeriod } from "@/api/types";

export function aPayment(changes: Partial<PaymentDetail> = {}): PaymentDetail {
  return {
    id: "pmt_1",
    state: "paid",
    reason: null,
    checkout_id: "chk_1",
    subscription_id: null,
    customer_id: "cus_1",
    currency: "eur",
    amount_minor: 900,
    tax_minor: 0,
    discount_minor: 0,
    credits: 550,
    refunded_minor: 0,
    withdrawn_minor: 0,
    paid_at: "2026-11-20T10:00:00Z",
    created_at: "2026-11-20T10:00:00Z",
    lots: [
      { kind: "purchase", credits: 550, remaining: 330, expires_at: null, transaction_id: "txn_1" },
    ],
    refunds: [],
    disputes: [],
    fraud_warning: null,
    credits_taken_back: 0,
    credits_frozen: 0,
    waits_for_holds: false,
    stripe_payment_intent: "pi_1",
    stripe_charge: "ch_1",
    stripe_invoice: null,
    ...changes,
  };
}

export function aDispute(changes: Partial<Dispute> = {}): Dispute {
  return {
    id: "dsp_1",
    payment_id: "pmt_1",
    customer_id: "cus_1",
    currency: "eur",
    state: "open",
    status: "needs_response",
    reason: "fraudulent",
    amount_minor: 900,
    withdrawn_minor: 900,
    due_by: new Date(Date.now() + 3.5 * 86_400_000).toISOString(),
    stripe_dispute: "du_1",
    stripe_payment_intent: "pi_1",
    opened_at: "2026-11-20T10:00:00Z",
    closed_at: null,
    ...changes,
  };
}

/** A month without money. */
export function aRevenuePeriod(changes: Partial<RevenuePeriod> = {}): RevenuePeriod {
  return {
    period: "2026-11",
    currency: "eur",
    payments_minor: 0,
    discounts_minor: 0,
    refunds_minor: 0,
    disputes_minor: 0,
    fees_minor: 0,
    converted_minor: 0,
    balance_minor: 0,
    tax_minor: 0,
    deferred_minor: 0,
    earned_minor: 0,
    breakage_minor: 0,
    used_refunds_minor: 0,
    dispute_losses_minor: 0,
    ...changes,
  };
}

export const billingSettings: BillingSettings = {
  connection: "scn_1",
  currency: "eur",
  tax: "off",
  tax_behavior: "inclusive",
  documents: "receipt",
  promotion_codes: false,
  adaptive_pricing: false,
  shortfall: "debt",
  inquiry_freezes: false,
  grace_days: 7,
  renewal_grace_hours: 24,
  change_mode: "restart",
  dispute_cancels: true,
  repeat_trial: "no_credits",
  topup_month_max: 20_000,
};
