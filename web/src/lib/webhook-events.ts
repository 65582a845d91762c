/** Describes the event types of a webhook endpoint. */
import { t } from "./language";

export const webhookEvents = [
  { type: "credits.granted", words: t("Credits granted") },
  { type: "credits.low", words: t("Balance is low") },
  { type: "credits.depleted", words: t("No credits left") },
  { type: "credits.expiring", words: t("Credits expiring soon") },
  { type: "credits.expired", words: t("Credits expired") },
  { type: "credits.restored", words: t("Credits refunded") },
  { type: "hold.expired", words: t("Hold expired") },
  { type: "credits.spent", words: t("Every spend") },
] as const;

/** All event types except single spends, which are many. */
export const usualEvents: readonly string[] = webhookEvents
  .map(({ type }) => type)
  .filter((type) => type !== "credits.spent");
