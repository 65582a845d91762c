/** Labels of the audit log's actions and targets. */
import { t } from "./language";

const kinds: Readonly<Record<string, string>> = {
  alerts: t("Low-balance alert"),
  api_key: t("API key"),
  billing_finding: t("Billing finding"),
  billing_settings: t("Billing settings"),
  client: t("Client secret"),
  credit_policy: t("Credit policy"),
  credits: t("Transaction"),
  dispute: t("Dispute"),
  feature: t("Feature"),
  grant: t("Transaction"),
  key: t("API key"),
  overdraft_limit: t("Overdraft limit"),
  pack: t("Pack"),
  pack_price: t("Price of a pack"),
  pack_version: t("Version of a pack"),
  payment: t("Payment"),
  plan: t("Plan"),
  plan_price: t("Price of a plan"),
  plan_version: t("Version of a plan"),
  price: t("Price"),
  program: t("Program"),
  public_client: t("Client without a secret"),
  reconcile: t("Comparison with Stripe"),
  refund: t("Refund"),
  signing_keys: t("Signing keys"),
  signup_grant: t("Sign-up grant"),
  spend_limit: t("Spending limit"),
  stripe: t("Stripe connection"),
  stripe_customer: t("Stripe customer"),
  stripe_object: t("Stripe object"),
  subscription: t("Subscription"),
  system: t("Tollgate, on schedule"),
  top_up: t("Automatic top-up"),
  user: t("User"),
  wallet: t("Balance"),
  webhook: t("Webhook endpoint"),
  website: t("Website"),
};

const deeds: Readonly<Record<string, string>> = {
  accepted: t("Accepted"),
  activated: t("Activated"),
  added: t("Added"),
  canceled: t("Canceled"),
  changed: t("Changed"),
  connected: t("Connected"),
  deactivated: t("Deactivated"),
  degraded: t("Degraded"),
  deleted: t("Deleted"),
  disabled: t("Disabled"),
  disconnected: t("Disconnected"),
  endpoint_repaired: t("Endpoint repaired"),
  freed: t("Released"),
  frozen: t("Frozen"),
  handed_over: t("Handed over"),
  key_replaced: t("Key replaced"),
  linked: t("Linked"),
  lost: t("Lost"),
  lowered: t("Lowered"),
  made: t("Created"),
  mapped: t("Mapped"),
  opened: t("Opened"),
  refunded: t("Refunded"),
  refused: t("Refused"),
  registered: t("Registered"),
  restored: t("Restored"),
  repaired: t("Repaired"),
  replayed: t("Applied again"),
  resumed: t("Resumed"),
  revoked: t("Revoked"),
  rotated: t("Rotated"),
  saved: t("Saved"),
  secret_rotated: t("Secret rotated"),
  set: t("Changed"),
  signed_out: t("Signed out"),
  started: t("Started"),
  suspended: t("Suspended"),
  turned_off: t("Turned off"),
  viewed: t("Viewed"),
  won: t("Won"),
};

/** Labels of actions that do not follow the usual pattern. */
const whole: Readonly<Record<string, string>> = {
  "credits.granted": t("Credits granted"),
  "credits.reversed": t("Credits refunded"),
  "grant.voided": t("Grant revoked"),
  "payment.fraud_warned": t("Bank warned of fraud"),
  "signing_keys.rotation_asked": t("Key rotation requested"),
  "user.sign_out_asked": t("Sign-out requested"),
  "webhook.rotated": `${t("Signing secret")} ${participleOf("rotated")}`,
};

/** All actions that the server records, for the filter. */
export const auditActions: readonly string[] = [
  ...Object.keys(whole),
  ...[
    ["alerts", "changed"],
    ["billing_finding", "accepted"],
    ["billing_settings", "set"],
    ["client", "rotated"],
    ["credit_policy", "set"],
    ["dispute", "opened", "won", "lost"],
    ["feature", "saved"],
    ["key", "made", "changed", "revoked", "rotated"],
    ["overdraft_limit", "set"],
    ["pack", "saved"],
    ["pack_price", "repaired"],
    ["pack_version", "added"],
    ["payment", "accepted", "refunded"],
    ["plan", "saved"],
    ["plan_price", "mapped", "repaired"],
    ["plan_version", "added"],
    ["price", "added"],
    ["public_client", "set"],
    ["reconcile", "started"],
    ["refund", "refused"],
    ["signing_keys", "rotated"],
    ["signup_grant", "set"],
    ["spend_limit", "set"],
    [
      "stripe",
      "connected",
      "degraded",
      "disconnected",
      "endpoint_repaired",
      "key_replaced",
      "restored",
      "revoked",
      "secret_rotated",
    ],
    ["stripe_customer", "linked"],
    ["stripe_object", "replayed"],
    ["subscription", "canceled", "changed", "resumed"],
    ["top_up", "set", "lowered", "turned_off"],
    ["user", "activated", "deactivated", "deleted", "signed_out", "viewed"],
    ["wallet", "frozen", "freed"],
    ["webhook", "added", "changed", "deleted", "disabled"],
    ["website", "registered", "changed", "suspended", "resumed", "handed_over"],
  ].flatMap(([kind, ...done]) => done.map((verb) => `${kind}.${verb}`)),
];

/** Returns the participle that follows a noun. */
function participleOf(verb: string): string {
  const word = deeds[verb] ?? verb.replaceAll("_", " ");
  return `${word.charAt(0).toLowerCase()}${word.slice(1)}`;
}

/** Returns "API key created" for "key.made"; an unknown action keeps its code. */
export function actionLabel(act: string): string {
  const [kind = "", verb = ""] = act.split(".");
  return whole[act] ?? `${kindWord(kind)} ${participleOf(verb)}`;
}

/** Names the kind of an actor or a target. */
export function kindWord(kind: string): string {
  return kinds[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll("_", " ")}`;
}
