/** What a webhook endpoint can hear of, in words. */

export const webhookEvents = [
  { type: "credits.granted", words: "Credits granted" },
  { type: "credits.low", words: "Balance is low" },
  { type: "credits.depleted", words: "No credits left" },
  { type: "credits.expiring", words: "Credits expiring soon" },
  { type: "credits.expired", words: "Credits expired" },
  { type: "credits.restored", words: "Credits refunded" },
  { type: "hold.expired", words: "Hold expired" },
  { type: "credits.spent", words: "Every spend" },
] as const;

/** All but every single spend: those are many. */
export const usualEvents: readonly string[] = webhookEvents
  .map(({ type }) => type)
  .filter((type) => type !== "credits.spent");
