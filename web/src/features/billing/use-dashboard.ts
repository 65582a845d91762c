/** Links to payments in the dashboard of the website's Stripe account. */
import { useQuery } from "@tanstack/react-query";
import { connectionsQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import { useWebsiteScope } from "@/api/website-scope";
import { dashboardPayment } from "@/lib/stripe-dashboard";

/** Returns a function from a payment intent to its address, or to null without a dashboard. */
export function useDashboard(): (intent: string | null) => string | null {
  const scope = useWebsiteScope();
  const { data } = useQuery(connectionsQuery(useApi(), scope));
  const linked = data?.items.find(({ is_linked, mode }) => is_linked && mode === scope.mode);
  const place = linked ? { account: linked.stripe_account_id, mode: scope.mode } : null;
  return (intent) => dashboardPayment(place, intent);
}
