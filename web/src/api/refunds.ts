/** Queries and mutations of the refunds and disputes of a website's payments. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import type { Command } from "./customers";
import type { DisputeState, RefundRequest } from "./types";
import { scopeHeaders, type WebsiteScope } from "./website-scope";

const keyOf = (scope: WebsiteScope) => ["website", scope.id, scope.mode, "billing"] as const;

/** Previews the possible refunds of a payment, and that of an amount, if one is given. */
export function refundPreviewQuery(
  api: Api,
  scope: WebsiteScope,
  id: string,
  amount_minor: number | null,
) {
  return queryOptions({
    queryKey: [...keyOf(scope), "payments", id, "refund-preview", amount_minor],
    queryFn: ({ signal }) => {
      const query = amount_minor === null ? {} : { amount_minor };
      const params = { header: scopeHeaders(scope), path: { id }, query };
      return dataOf(api.GET("/v1/payments/{id}/refund-preview", { signal, params }));
    },
    // Credits may be spent at any time.
    staleTime: 0,
  });
}

export function refundPayment(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    mutationFn: ({ idempotencyKey, body }: Command<RefundRequest>) => {
      const header = { ...scopeHeaders(scope), "Idempotency-Key": idempotencyKey };
      const params = { header, path: { id } };
      return dataOf(api.POST("/v1/payments/{id}/refunds", { params, body }));
    },
    // The balance and the transactions of the customer change as well. Not awaited: a payment that is refunded has no dialog.
    onSettled: () =>
      void queries.invalidateQueries({ queryKey: ["website", scope.id, scope.mode] }),
  });
}

/** Accepts a payment in review; the server grants its credits once. */
export function acceptPayment(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    mutationFn: () => {
      const params = { header: scopeHeaders(scope), path: { id } };
      return dataOf(api.POST("/v1/payments/{id}/accept", { params }));
    },
    // The balance and the transactions of the customer change as well. Not awaited: a payment that is paid has no dialog.
    onSuccess: () =>
      void queries.invalidateQueries({ queryKey: ["website", scope.id, scope.mode] }),
  });
}

export function disputesQuery(
  api: Api,
  scope: WebsiteScope,
  search: { state?: DisputeState; cursor?: string; limit: number },
) {
  return queryOptions({
    queryKey: [...keyOf(scope), "disputes", search],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/disputes", {
          signal,
          params: { header: scopeHeaders(scope), query: search },
        }),
      ),
  });
}
