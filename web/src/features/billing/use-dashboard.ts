/** Links to payments in the dashboard of the website's Stripe account. */
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { connectionsQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import { useWebsiteScope } from "@/api/website-scope";
import { dashboardPayment, pretendAccount } from "@/lib/stripe-dashboard";

type Dashboard = {
  /** The double of Stripe on this machine, which has no dashboard. */
  isPretend: boolean;
  /** Returns the address of a payment intent; null without a dashboard. */
  addressOf: (intent: string | null) => string | null;
};

export function useDashboard(): Dashboard {
  const scope = useWebsiteScope();
  const { data } = useQuery(connectionsQuery(useApi(), scope));
  const linked = data?.items.find(({ is_linked, mode }) => is_linked && mode === scope.mode);
  const account = linked?.stripe_account_id ?? null;
  const { mode } = scope;
  const addressOf = useCallback(
    (intent: string | null) =>
      dashboardPayment(account === null ? null : { account, mode }, intent),
    [account, mode],
  );
  return { isPretend: account === pretendAccount, addressOf };
}
