/** Queries and mutations of a website's webhook endpoints and deliveries. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import type {
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEndpointChange,
  WebhookEndpointRequest,
  WebhookQueued,
} from "./types";
import { scopeHeaders, type WebsiteScope } from "./website-scope";

const keyOfAll = (scope: WebsiteScope) => ["website", scope.id, scope.mode, "webhooks"];

/** The endpoints of the website's mode. */
export function endpointsQuery(api: Api, scope: WebsiteScope) {
  return queryOptions({
    queryKey: [...keyOfAll(scope), "endpoints"],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/webhook-endpoints", {
          signal,
          params: { header: scopeHeaders(scope), query: { mode: scope.mode } },
        }),
      ),
  });
}

export function endpointQuery(api: Api, scope: WebsiteScope, id: string) {
  return queryOptions({
    queryKey: [...keyOfAll(scope), "endpoints", id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/webhook-endpoints/{id}", {
          signal,
          params: { header: scopeHeaders(scope), path: { id } },
        }),
      ),
  });
}

const soonMilliseconds = 1_000;

/** Polls while deliveries are pending; failed ones are retried much later and are not polled. */
export function pollInterval(deliveries: WebhookDelivery[]): number | false {
  const isPending = ({ state, attempts }: WebhookDelivery) => state === "waiting" && attempts < 2;
  return deliveries.some(isPending) && soonMilliseconds;
}

type DeliverySearch = { cursor?: string; limit: number; state?: WebhookDeliveryState };

export function deliveriesQuery(api: Api, scope: WebsiteScope, id: string, search: DeliverySearch) {
  return queryOptions({
    queryKey: [...keyOfAll(scope), "deliveries", id, search],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/webhook-endpoints/{id}/deliveries", {
          signal,
          params: { header: scopeHeaders(scope), path: { id }, query: search },
        }),
      ),
    refetchInterval: ({ state }) => pollInterval(state.data?.items ?? []),
  });
}

export function deliveryQuery(api: Api, scope: WebsiteScope, id: string, event_id: string) {
  return queryOptions({
    queryKey: [...keyOfAll(scope), "deliveries", id, "one", event_id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/webhook-endpoints/{id}/deliveries/{event_id}", {
          signal,
          params: { header: scopeHeaders(scope), path: { id, event_id } },
        }),
      ),
    refetchInterval: ({ state }) => pollInterval(state.data ? [state.data.delivery] : []),
  });
}

function refetchEndpoints(queries: QueryClient, scope: WebsiteScope) {
  return () => queries.invalidateQueries({ queryKey: keyOfAll(scope) });
}

export function addEndpoint(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: (request: Omit<WebhookEndpointRequest, "mode">) =>
      dataOf(
        api.POST("/v1/webhook-endpoints", {
          params: { header: scopeHeaders(scope) },
          body: { ...request, mode: scope.mode },
        }),
      ),
    onSuccess: refetchEndpoints(queries, scope),
    // The response contains the secret, so the cache must not keep it.
    gcTime: 0,
  });
}

export function changeEndpoint(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    mutationFn: (body: WebhookEndpointChange) =>
      dataOf(
        api.PATCH("/v1/webhook-endpoints/{id}", {
          params: { header: scopeHeaders(scope), path: { id } },
          body,
        }),
      ),
    onSuccess: refetchEndpoints(queries, scope),
  });
}

export function deleteEndpoint(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    // The response is empty, which is no error here.
    mutationFn: () =>
      dataOf(
        api
          .DELETE("/v1/webhook-endpoints/{id}", {
            params: { header: scopeHeaders(scope), path: { id } },
          })
          .then((response) => ({ ...response, data: true })),
      ),
    // Removes the deleted endpoint's queries instead of repeating them.
    onSuccess: () =>
      queries.invalidateQueries({ queryKey: [...keyOfAll(scope), "endpoints"], exact: true }),
  });
}

export function rotateWebhookSecret(
  api: Api,
  queries: QueryClient,
  scope: WebsiteScope,
  id: string,
) {
  return mutationOptions({
    mutationFn: (overlap_hours: number) =>
      dataOf(
        api.POST("/v1/webhook-endpoints/{id}/rotate-secret", {
          params: { header: scopeHeaders(scope), path: { id } },
          body: { overlap_hours },
        }),
      ),
    // The server may have rotated although the response was lost. The dialog does not wait for the endpoint.
    onSettled: () => void refetchEndpoints(queries, scope)(),
    gcTime: 0,
  });
}

export function resendDelivery(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    mutationFn: (event_id: string) =>
      dataOf(
        api.POST("/v1/webhook-endpoints/{id}/deliveries/{event_id}/resend", {
          params: { header: scopeHeaders(scope), path: { id, event_id } },
        }),
      ),
    onSuccess: refetchEndpoints(queries, scope),
  });
}

/** Sends a signed test event to this endpoint only; it is stored like other events. */
export function testEndpoint(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    mutationFn: () =>
      dataOf(
        api.POST("/v1/webhook-endpoints/{id}/test", {
          params: { header: scopeHeaders(scope), path: { id } },
        }),
      ),
    onSuccess: refetchEndpoints(queries, scope),
  });
}

/** Queues all of the endpoint's events in a time range, over several requests; returns their number. */
export function resendRange(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    mutationFn: async (range: { from: string; to: string }) => {
      let queued = 0;
      let cursor: string | null = null;
      do {
        const body: typeof range & { cursor?: string } = { ...range };
        if (cursor !== null) body.cursor = cursor;
        const response: WebhookQueued = await dataOf(
          api.POST("/v1/webhook-endpoints/{id}/resend", {
            params: { header: scopeHeaders(scope), path: { id } },
            body,
          }),
        );
        queued += response.queued;
        cursor = response.next_cursor ?? null;
      } while (cursor !== null);
      return queued;
    },
    onSuccess: refetchEndpoints(queries, scope),
  });
}
