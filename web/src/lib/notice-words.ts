/** Words of the problems that an owner has to solve, and the page on which each is solved. */
import { t } from "./language";

/** A problem that an owner has to solve. */
export type OwnerNotice = {
  kind: string;
  subject: string;
  website_id: string;
  website_name: string;
  mode: "live" | "test";
  url: string;
  reason: string;
};

const words: Readonly<Record<string, string>> = {
  "webhook-endpoint-disabled": t("A webhook endpoint is disabled and receives no events."),
  "payment-disputed": t("A dispute needs your answer."),
  "payment-fraud-warning": t(
    "A bank warns of fraud. A full refund of the payment can prevent a dispute.",
  ),
  "payment-review": t("A payment differs from what was sold. Accept or refund it."),
  "stripe-connection-degraded": t("A part of the connection to Stripe does not work."),
  "stripe-dead-letters": t("Reports of Stripe could not be applied. Compare with Stripe."),
  "stripe-connection-revoked": t("Stripe refuses the key of the connection, and nothing is sold."),
};

/** Returns a sentence about the problem; that of the server for a kind that this version does not know. */
export function noticeWords({ kind, reason }: { kind: string; reason: string }): string {
  return words[kind] ?? reason;
}

type Place = Pick<OwnerNotice, "kind" | "subject" | "website_id" | "url">;

/** Returns the path in the app; the address of an endpoint's notice is the endpoint's own. */
export function noticePath({ kind, subject, website_id, url }: Place): string {
  return kind === "webhook-endpoint-disabled"
    ? `/s/${website_id}/webhooks/${subject}`
    : new URL(url).pathname;
}
