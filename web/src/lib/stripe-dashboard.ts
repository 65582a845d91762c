/** Addresses in Stripe's dashboard. */

/** The double of Stripe has no dashboard. */
export const pretendAccount = "acct_pretend";

type Place = { account: string; mode: "live" | "test" };

/** Returns the address of a payment in the dashboard of its account, where disputes are answered too; null if there is none. */
export function dashboardPayment(place: Place | null, intent: string | null): string | null {
  if (place === null || intent === null || place.account === pretendAccount) return null;
  const mode = place.mode === "test" ? "test/" : "";
  return `https://dashboard.stripe.com/${place.account}/${mode}payments/${intent}`;
}
