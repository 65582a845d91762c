/** Describes the event types of a webhook endpoint. */
import { t } from "./language";

export const webhookEvents = [
  { type: "credits.granted", words: t("Credits granted") },
  { type: "credits.low", words: t("Balance is low") },
  { type: "credits.depleted", words: t("No credits left") },
  { type: "credits.expiring", words: t("Credits expiring soon") },
  { type: "credits.expired", words: t("Credits expired") },
  { type: "credits.restored", words: t("Credits refunded") },
  { type: "credits.clawed_back", words: t("Credits taken back") },
  { type: "hold.expired", words: t("Hold expired") },
  { type: "checkout.completed", words: t("Checkout completed") },
  { type: "checkout.expired", words: t("Checkout expired") },
  { type: "payment.succeeded", words: t("Payment succeeded") },
  { type: "payment.failed", words: t("Payment failed") },
  { type: "payment.review", words: t("Payment needs a review") },
  { type: "payment.refunded", words: t("Payment refunded") },
  { type: "customer.subscribed", words: t("Customer subscribed") },
  { type: "customer.unsubscribed", words: t("Customer is no longer subscribed") },
  { type: "subscription.updated", words: t("Subscription changed") },
  { type: "subscription.renewed", words: t("Subscription renewed") },
  { type: "subscription.payment_failed", words: t("Renewal was not paid") },
  { type: "subscription.trial_ending", words: t("Trial ends soon") },
  { type: "topup.succeeded", words: t("Top-up paid") },
  { type: "topup.failed", words: t("Top-up failed") },
  { type: "topup.action_required", words: t("Top-up needs confirmation") },
  { type: "dispute.opened", words: t("Dispute opened") },
  { type: "dispute.won", words: t("Dispute won") },
  { type: "dispute.lost", words: t("Dispute lost") },
  { type: "fraud_warning", words: t("Bank warns of fraud") },
  { type: "credits.spent", words: t("Every spend") },
] as const;

/** All event types except single spends, which are many. */
export const usualEvents: readonly string[] = webhookEvents
  .map(({ type }) => type)
  .filter((type) => type !== "credits.spent");
