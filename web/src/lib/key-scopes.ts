/** Describes the permissions of an API key. */
import { t } from "./language";

export const keyScopes = [
  { scope: "credits.spend", words: t("Spend, hold and refund credits") },
  { scope: "credits.grant", words: t("Grant credits, set overdraft and spending limits") },
  { scope: "customers.read", words: t("Read customers, balances and ledgers") },
  { scope: "customers.write", words: t("Change customers") },
  { scope: "features.read", words: t("Read features and prices") },
  { scope: "features.write", words: t("Change features and prices") },
  { scope: "billing.read", words: t("Read packs, checkouts and payments") },
  { scope: "billing.sell", words: t("Start checkouts for customers") },
  { scope: "billing.refund", words: t("Refund payments") },
  { scope: "billing.catalog", words: t("Change what is sold") },
  { scope: "webhooks", words: t("Manage webhooks and alerts") },
  { scope: "keys", words: t("Manage API keys") },
] as const;

/** The permissions that most back ends need. */
export const usualScopes: readonly string[] = [
  "credits.spend",
  "customers.read",
  "billing.read",
  "billing.sell",
];
