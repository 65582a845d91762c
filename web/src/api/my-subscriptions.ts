/** Queries and mutations of the user's own subscriptions. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { command } from "./billing-command";
import { type Api, dataOf } from "./client";
import type { components } from "./generated/product-api";

type Schemas = components["schemas"];

export type MySubscription = Schemas["Subscription"];
export type CatalogPlan = Schemas["CatalogPlan"];
export type Catalog = Schemas["Catalog"];
export type SubscriptionPreview = Schemas["SubscriptionPreview"];
type WantedChange = Schemas["SubscriptionPreviewRequest"];

const all = ["my-subscriptions"] as const;
const waitMilliseconds = 10_000;

/** A renewal or a change that waits for its payment, which the buyer makes on another page. */
const isWaiting = ({ payment_url, pending_until }: MySubscription) =>
  payment_url !== null || pending_until !== null;

async function fetchAll(api: Api, signal: AbortSignal): Promise<MySubscription[]> {
  const params = { query: { limit: 100 } };
  return (await dataOf(api.GET("/v1/me/subscriptions", { signal, params }))).items;
}

export function mySubscriptionsQuery(api: Api) {
  return queryOptions({
    queryKey: [...all, "list"],
    queryFn: ({ signal }) => fetchAll(api, signal),
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? waitMilliseconds : false),
  });
}

/** The first invoice is applied, or the trial needs none. */
const isBooked = ({ status, paid_through }: MySubscription) =>
  status === "trialing" || paid_through !== null;

/** Returns the subscription that a checkout began, or null until it is booked with its credits. */
export function bookedQuery(api: Api, queries: QueryClient, checkout: string) {
  return queryOptions({
    queryKey: [...all, "checkout", checkout],
    queryFn: async ({ signal }) => {
      const items = await fetchAll(api, signal);
      const found = items.find(({ checkout_id }) => checkout_id === checkout);
      if (!found || !isBooked(found)) return null;
      void queries.invalidateQueries({ queryKey: ["credits"] });
      return found;
    },
    refetchInterval: ({ state }) => (state.data ? false : 2_000),
  });
}

/** Previews a change; one without members previews the next payment of the subscription as it is. */
export function previewQuery(api: Api, id: string, body: WantedChange) {
  return queryOptions({
    queryKey: [...all, id, "preview", body],
    queryFn: ({ signal }) => {
      const params = { path: { id } };
      return dataOf(api.POST("/v1/me/subscriptions/{id}/preview", { signal, params, body }));
    },
  });
}

/** Shows the new subscription at once; its credits and payments follow. */
function afterwards(api: Api, queries: QueryClient) {
  return {
    onSuccess: (changed: MySubscription) => {
      queries.setQueryData(mySubscriptionsQuery(api).queryKey, (list) =>
        list?.map((one) => (one.id === changed.id ? changed : one)),
      );
    },
    // A refused change may wait for its payment, so that the list changes as well. Not awaited: the dialog closes first.
    onSettled: () => {
      for (const queryKey of [all, ["credits"], ["buying", "payments"]])
        void queries.invalidateQueries({ queryKey });
    },
  };
}

export function changeSubscription(api: Api, queries: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (body: Schemas["SubscriptionChangeRequest"]) =>
      command(["change", id, body], (header) =>
        api.POST("/v1/me/subscriptions/{id}/change", { params: { header, path: { id } }, body }),
      ),
    ...afterwards(api, queries),
  });
}

export function cancelSubscription(api: Api, queries: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (at: Schemas["SubscriptionEnd"]) =>
      command(["cancel", id, at], (header) => {
        const params = { header, path: { id } };
        return api.POST("/v1/me/subscriptions/{id}/cancel", { params, body: { at } });
      }),
    ...afterwards(api, queries),
  });
}

/** Takes back a planned end, and a planned change. */
export function resumeSubscription(api: Api, queries: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: () =>
      command(["resume", id], (header) =>
        api.POST("/v1/me/subscriptions/{id}/resume", { params: { header, path: { id } } }),
      ),
    ...afterwards(api, queries),
  });
}

/** Creates a link to Stripe's page with the user's cards and invoices at one seller. */
export function openPortal(api: Api) {
  return mutationOptions({
    mutationFn: ({ website_id, mode }: Pick<MySubscription, "website_id" | "mode">) => {
      const header = { "Idempotency-Key": crypto.randomUUID() };
      const body = {
        return_url: location.href,
        mode,
        ...(website_id !== null && { website: website_id }),
      };
      return dataOf(api.POST("/v1/me/portal-sessions", { params: { header }, body }));
    },
    // The link is a secret of the user.
    gcTime: 0,
  });
}
