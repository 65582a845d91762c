/** What an API key may be allowed, in words. */

export const keyScopes = [
  { scope: "credits.spend", words: "Spend, hold and refund credits" },
  { scope: "credits.grant", words: "Grant credits, set overdraft and spending limits" },
  { scope: "customers.read", words: "Read customers, balances and ledgers" },
  { scope: "customers.write", words: "Change customers" },
  { scope: "features.read", words: "Read features and prices" },
  { scope: "features.write", words: "Change features and prices" },
  { scope: "webhooks", words: "Manage webhooks and alerts" },
  { scope: "keys", words: "Manage API keys" },
] as const;

/** What most back ends need, and no more. */
export const usualScopes: readonly string[] = ["credits.spend", "customers.read"];
