/** What a webhook endpoint can hear of, in words. */

export const webhookEvents = [
  { type: "credits.granted", words: "Credits came" },
  { type: "credits.low", words: "What is left fell to the alert’s threshold" },
  { type: "credits.depleted", words: "Nothing is left" },
  { type: "credits.expiring", words: "Credits are about to end" },
  { type: "credits.expired", words: "Credits ended" },
  { type: "credits.restored", words: "Credits were given back" },
  { type: "hold.expired", words: "A hold ran out of time" },
  { type: "credits.spent", words: "Every single spend" },
] as const;

/** All but every single spend: those are many. */
export const usualEvents: readonly string[] = webhookEvents
  .map(({ type }) => type)
  .filter((type) => type !== "credits.spent");
