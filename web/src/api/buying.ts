/** Queries and mutations of a user who buys credits. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { createIdempotencyKeys } from "@/lib/idempotency";
import { type Api, dataOf } from "./client";
import type { MyCheckoutRequest } from "./types";

/** The platform has no website. */
type Seller = { website?: string; mode: "live" | "test" };

export function myCatalogQuery(api: Api, seller: Seller) {
  return queryOptions({
    queryKey: ["buying", "catalog", seller],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/me/catalog", { signal, params: { query: seller } })),
  });
}

/** The catalogue and the brand of a website as visitors see them: it needs no session. */
export function publicCatalogQuery(api: Api, website: string, mode: Seller["mode"]) {
  return queryOptions({
    queryKey: ["buying", "public-catalog", website, mode],
    queryFn: ({ signal }) => {
      const params = { path: { website }, query: { mode } };
      return dataOf(api.GET("/v1/public/catalog/{website}", { signal, params }));
    },
  });
}

export function myPaymentsQuery(api: Api, page: { cursor?: string }) {
  return queryOptions({
    queryKey: ["buying", "payments", page],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/me/payments", { signal, params: { query: { limit: 25, ...page } } })),
  });
}

const idempotencyKeyOf = createIdempotencyKeys();

/** Starts a checkout; a repeated request for the same pack returns the same one. */
export function startCheckout(api: Api) {
  return mutationOptions({
    mutationFn: (body: MyCheckoutRequest) =>
      dataOf(
        api.POST("/v1/me/checkout-sessions", {
          params: { header: { "Idempotency-Key": idempotencyKeyOf(body) } },
          body,
        }),
      ),
  });
}

/** Asks the server how far the payment is, until the state is final. */
export function syncedCheckoutQuery(api: Api, queries: QueryClient, id: string) {
  return queryOptions({
    queryKey: ["buying", "checkout", id],
    queryFn: async ({ signal }) => {
      const checkout = await dataOf(
        api.POST("/v1/me/checkout-sessions/{id}/sync", { signal, params: { path: { id } } }),
      );
      if (checkout.state === "completed")
        await queries.invalidateQueries({ queryKey: ["credits"] });
      return checkout;
    },
    enabled: id !== "",
    refetchInterval: ({ state }) =>
      state.data && ["new", "open"].includes(state.data.state) ? 4000 : false,
  });
}

export function fetchMyDocument(api: Api) {
  return mutationOptions({
    mutationFn: (id: string) =>
      dataOf(api.GET("/v1/me/payments/{id}/document", { params: { path: { id } } })),
  });
}
