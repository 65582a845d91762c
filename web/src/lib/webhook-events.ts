/** What a webhook endpoint can hear of, in words. */
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

/** All but every single spend: those are many. */
export const usualEvents: readonly string[] = webhookEvents
  .map(({ type }) => type)
  .filter((type) => type !== "credits.spent");
