/** Queries of the subscriptions of a website's customers. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import { scopeHeaders, type WebsiteScope } from "./website-scope";

export const keyOfSubscriptions = (scope: WebsiteScope) =>
  ["website", scope.id, scope.mode, "billing", "subscriptions"] as const;

export function subscriptionsQuery(
  api: Api,
  scope: WebsiteScope,
  page: { cursor?: string; customer?: string; status?: string; limit?: number },
) {
  return queryOptions({
    queryKey: [...keyOfSubscriptions(scope), page],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/subscriptions", {
          signal,
          params: { header: scopeHeaders(scope), query: { limit: 25, ...page } },
        }),
      ),
  });
}

export function subscriptionQuery(api: Api, scope: WebsiteScope, id: string) {
  return queryOptions({
    queryKey: [...keyOfSubscriptions(scope), id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/subscriptions/{id}", {
          signal,
          params: { header: scopeHeaders(scope), path: { id } },
        }),
      ),
    // A change that waits for its payment applies as soon as the customer has paid.
    refetchInterval: ({ state }) => (state.data?.pending_until ? 5_000 : false),
  });
}
