/** Queries and mutations of a website's webhook endpoints and deliveries. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import { onSite, type Site } from "./site";
import type {
  WebhookDelivery,
  WebhookDeliveryState,
  WebhookEndpointChange,
  WebhookEndpointRequest,
  WebhookQueued,
} from "./types";

const keyOfAll = (site: Site) => ["sites", site.id, site.mode, "webhooks"];

/** The endpoints of the website's mode. */
export function endpointsQuery(api: Api, site: Site) {
  return queryOptions({
    queryKey: [...keyOfAll(site), "endpoints"],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/webhook-endpoints", {
          signal,
          params: { header: onSite(site), query: { mode: site.mode } },
        }),
      ),
  });
}

export function endpointQuery(api: Api, site: Site, id: string) {
  return queryOptions({
    queryKey: [...keyOfAll(site), "endpoints", id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/webhook-endpoints/{id}", {
          signal,
          params: { header: onSite(site), path: { id } },
        }),
      ),
  });
}

const soonMilliseconds = 1_000;

/** Polls while deliveries are pending; failed ones are retried much later and are not polled. */
export function nextLook(deliveries: WebhookDelivery[]): number | false {
  const isOnTheWay = ({ state, attempts }: WebhookDelivery) => state === "waiting" && attempts < 2;
  return deliveries.some(isOnTheWay) && soonMilliseconds;
}

type DeliverySearch = { cursor?: string; limit: number; state?: WebhookDeliveryState };

export function deliveriesQuery(api: Api, site: Site, id: string, search: DeliverySearch) {
  return queryOptions({
    queryKey: [...keyOfAll(site), "deliveries", id, search],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/webhook-endpoints/{id}/deliveries", {
          signal,
          params: { header: onSite(site), path: { id }, query: search },
        }),
      ),
    refetchInterval: ({ state }) => nextLook(state.data?.items ?? []),
  });
}

export function deliveryQuery(api: Api, site: Site, id: string, event_id: string) {
  return queryOptions({
    queryKey: [...keyOfAll(site), "deliveries", id, "one", event_id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/webhook-endpoints/{id}/deliveries/{event_id}", {
          signal,
          params: { header: onSite(site), path: { id, event_id } },
        }),
      ),
    refetchInterval: ({ state }) => nextLook(state.data ? [state.data.delivery] : []),
  });
}

function askAgain(queries: QueryClient, site: Site) {
  return () => queries.invalidateQueries({ queryKey: keyOfAll(site) });
}

export function addEndpoint(api: Api, queries: QueryClient, site: Site) {
  return mutationOptions({
    mutationFn: (wanted: Omit<WebhookEndpointRequest, "mode">) =>
      dataOf(
        api.POST("/v1/webhook-endpoints", {
          params: { header: onSite(site) },
          body: { ...wanted, mode: site.mode },
        }),
      ),
    onSuccess: askAgain(queries, site),
    // The response contains the secret, so the cache must not keep it.
    gcTime: 0,
  });
}

export function changeEndpoint(api: Api, queries: QueryClient, site: Site, id: string) {
  return mutationOptions({
    mutationFn: (body: WebhookEndpointChange) =>
      dataOf(
        api.PATCH("/v1/webhook-endpoints/{id}", {
          params: { header: onSite(site), path: { id } },
          body,
        }),
      ),
    onSuccess: askAgain(queries, site),
  });
}

export function deleteEndpoint(api: Api, queries: QueryClient, site: Site, id: string) {
  return mutationOptions({
    // The response is empty, which is no error here.
    mutationFn: () =>
      dataOf(
        api
          .DELETE("/v1/webhook-endpoints/{id}", { params: { header: onSite(site), path: { id } } })
          .then((answer) => ({ ...answer, data: true })),
      ),
    // Removes the deleted endpoint's queries instead of repeating them.
    onSuccess: () =>
      queries.invalidateQueries({ queryKey: [...keyOfAll(site), "endpoints"], exact: true }),
  });
}

export function rotateWebhookSecret(api: Api, queries: QueryClient, site: Site, id: string) {
  return mutationOptions({
    mutationFn: (overlap_hours: number) =>
      dataOf(
        api.POST("/v1/webhook-endpoints/{id}/rotate-secret", {
          params: { header: onSite(site), path: { id } },
          body: { overlap_hours },
        }),
      ),
    // The server may have rotated although the response was lost. The dialog does not wait for the endpoint.
    onSettled: () => void askAgain(queries, site)(),
    gcTime: 0,
  });
}

export function resendDelivery(api: Api, queries: QueryClient, site: Site, id: string) {
  return mutationOptions({
    mutationFn: (event_id: string) =>
      dataOf(
        api.POST("/v1/webhook-endpoints/{id}/deliveries/{event_id}/resend", {
          params: { header: onSite(site), path: { id, event_id } },
        }),
      ),
    onSuccess: askAgain(queries, site),
  });
}

/** Sends a signed test event to this endpoint only; it is stored like other events. */
export function testEndpoint(api: Api, queries: QueryClient, site: Site, id: string) {
  return mutationOptions({
    mutationFn: () =>
      dataOf(
        api.POST("/v1/webhook-endpoints/{id}/test", {
          params: { header: onSite(site), path: { id } },
        }),
      ),
    onSuccess: askAgain(queries, site),
  });
}

/** Queues all of the endpoint's events in a time range, over several requests; returns their number. */
export function resendRange(api: Api, queries: QueryClient, site: Site, id: string) {
  return mutationOptions({
    mutationFn: async (range: { from: string; to: string }) => {
      let queued = 0;
      let cursor: string | null = null;
      do {
        const body: typeof range & { cursor?: string } = { ...range };
        if (cursor !== null) body.cursor = cursor;
        const answer: WebhookQueued = await dataOf(
          api.POST("/v1/webhook-endpoints/{id}/resend", {
            params: { header: onSite(site), path: { id } },
            body,
          }),
        );
        queued += answer.queued;
        cursor = answer.next_cursor ?? null;
      } while (cursor !== null);
      return queued;
    },
    onSuccess: askAgain(queries, site),
  });
}
