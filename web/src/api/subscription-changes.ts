/** Changes of subscriptions: previews, other plans, ends and their withdrawal. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Api } from "./client";
import type { Command } from "./customers";
import { explainedDataOf } from "./explained";
import { keyOfSubscriptions } from "./subscriptions";
import type { Subscription, SubscriptionCancelRequest, SubscriptionChangeRequest } from "./types";
import { scopeHeaders, type WebsiteScope } from "./website-scope";

/** Without a plan, the subscription keeps its own plan and version. */
type Wanted = { plan?: string; quantity: number };

/** Previews a change; its amount is valid now, because the price depends on the rest of the period. */
export function changePreviewQuery(api: Api, scope: WebsiteScope, id: string, wanted: Wanted) {
  return queryOptions({
    queryKey: [...keyOfSubscriptions(scope), id, "preview", wanted],
    queryFn: ({ signal }) =>
      explainedDataOf(
        api.POST("/v1/subscriptions/{id}/preview", {
          signal,
          params: { header: scopeHeaders(scope), path: { id } },
          body: wanted,
        }),
      ),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** A change is done, or waits until the customer has confirmed the payment at this address. */
export type ChangeResult = { subscription: Subscription } | { paymentUrl: string };

/** Everything about the website may change: the balance, the transactions and the payments of the customer. */
const refetchWebsite = (queries: QueryClient, scope: WebsiteScope) => () =>
  queries.invalidateQueries({ queryKey: ["website", scope.id, scope.mode] });

export function changeSubscription(
  api: Api,
  queries: QueryClient,
  scope: WebsiteScope,
  id: string,
) {
  return mutationOptions({
    mutationFn: async ({
      idempotencyKey,
      body,
    }: Command<SubscriptionChangeRequest>): Promise<ChangeResult> => {
      const header = { ...scopeHeaders(scope), "Idempotency-Key": idempotencyKey };
      const params = { header, path: { id } };
      const answer = await api.POST("/v1/subscriptions/{id}/change", { params, body });
      const paymentUrl = memberOf(answer.error, "payment_url");
      if (paymentUrl) return { paymentUrl };
      return { subscription: await explainedDataOf(Promise.resolve(answer)) };
    },
    // Not awaited: the dialog reports the result before the page shows it.
    onSettled: () => void refetchWebsite(queries, scope)(),
  });
}

function memberOf(body: unknown, name: string): string | null {
  if (typeof body !== "object" || body === null) return null;
  const value: unknown = Reflect.get(body, name);
  return typeof value === "string" ? value : null;
}

export function cancelSubscription(
  api: Api,
  queries: QueryClient,
  scope: WebsiteScope,
  id: string,
) {
  return mutationOptions({
    mutationFn: ({ idempotencyKey, body }: Command<SubscriptionCancelRequest>) => {
      const header = { ...scopeHeaders(scope), "Idempotency-Key": idempotencyKey };
      const params = { header, path: { id } };
      return explainedDataOf(api.POST("/v1/subscriptions/{id}/cancel", { params, body }));
    },
    onSettled: () => void refetchWebsite(queries, scope)(),
  });
}

/** Takes back the planned end of a subscription, and its planned change. */
export function resumeSubscription(
  api: Api,
  queries: QueryClient,
  scope: WebsiteScope,
  id: string,
) {
  return mutationOptions({
    mutationFn: (idempotencyKey: string) => {
      const header = { ...scopeHeaders(scope), "Idempotency-Key": idempotencyKey };
      return explainedDataOf(
        api.POST("/v1/subscriptions/{id}/resume", { params: { header, path: { id } } }),
      );
    },
    onSettled: () => void refetchWebsite(queries, scope)(),
  });
}
