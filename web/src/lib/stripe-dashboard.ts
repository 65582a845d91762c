/** Addresses in the dashboard of a Stripe account. */

/** The double of Stripe on this machine has no dashboard, and belongs to the installation. */
export const pretendAccount = "acct_pretend";

type Place = { account: string; mode: "live" | "test" };
type Account = { stripe_account_id: string; mode: "live" | "test" };

function dashboard(place: Place | null): string | null {
  if (place === null || place.account === pretendAccount) return null;
  const mode = place.mode === "test" ? "test/" : "";
  return `https://dashboard.stripe.com/${place.account}/${mode}`;
}

function placeOf(account: Account | undefined): Place | null {
  return account ? { account: account.stripe_account_id, mode: account.mode } : null;
}

/** Returns the address of a payment, where disputes are answered too; null if there is none. */
export function dashboardPayment(place: Place | null, intent: string | null): string | null {
  const base = dashboard(place);
  return base && intent && `${base}payments/${intent}`;
}

/** Returns the address of an object; null if the dashboard cannot show it. */
export function objectInStripe(
  { kind, id }: { kind: string; id: string },
  account: Account | undefined,
): string | null {
  const base = dashboard(placeOf(account));
  if (base === null) return null;
  const name = encodeURIComponent(id);
  if (kind === "payment") return `${base}payments/${name}`;
  if (kind === "price") return `${base}prices/${name}`;
  return kind === "session" ? `${base}search?query=${name}` : null;
}

/** Returns the search for a customer, who has our id as metadata at Stripe. */
export function customerInStripe(id: string, account: Account | undefined): string | null {
  const base = dashboard(placeOf(account));
  return base && `${base}search?query=${encodeURIComponent(`metadata:${id}`)}`;
}
