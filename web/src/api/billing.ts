/** Queries and mutations of a website's billing: the Stripe account, packs and payments. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import type {
  BillingSettingsRequest,
  PackRequest,
  PackVersionRequest,
  PaymentDetail,
  PaymentState,
} from "./types";
import { scopeHeaders, type WebsiteScope } from "./website-scope";

const keyOf = (scope: WebsiteScope, ...rest: string[]) => [
  "website",
  scope.id,
  scope.mode,
  "billing",
  ...rest,
];

function refetchBilling(queries: QueryClient, scope: WebsiteScope) {
  return () => queries.invalidateQueries({ queryKey: keyOf(scope) });
}

export function connectionsQuery(api: Api, scope: WebsiteScope) {
  return queryOptions({
    queryKey: keyOf(scope, "connections"),
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/stripe-connections", { signal, params: { header: scopeHeaders(scope) } }),
      ),
    // The server connects the test mode of a new website a second after its registration.
    refetchInterval: ({ state }) =>
      scope.mode === "test" && state.data?.items.length === 0 ? 3_000 : false,
  });
}

export function billingSettingsQuery(api: Api, scope: WebsiteScope) {
  return queryOptions({
    queryKey: keyOf(scope, "settings"),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/billing/settings", { signal, params: { header: scopeHeaders(scope) } })),
    refetchInterval: ({ state }) =>
      scope.mode === "test" && state.data?.connection === null ? 3_000 : false,
  });
}

export function connectStripe(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: (api_key: string) =>
      dataOf(
        api.POST("/v1/stripe-connections", {
          params: { header: scopeHeaders(scope) },
          body: { mode: scope.mode, api_key },
        }),
      ),
    // Not awaited: the form is gone when the connection is there, and has to report the success before.
    onSuccess: () => void refetchBilling(queries, scope)(),
  });
}

export function checkConnection(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: (id: string) =>
      dataOf(
        api.POST("/v1/stripe-connections/{id}/check", {
          params: { header: scopeHeaders(scope), path: { id } },
        }),
      ),
    onSettled: refetchBilling(queries, scope),
  });
}

/** Makes another endpoint for events, whose signing secret takes over. */
export function renewSigningSecret(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: (id: string) =>
      dataOf(
        api.POST("/v1/stripe-connections/{id}/signing-secret", {
          params: { header: scopeHeaders(scope), path: { id } },
        }),
      ),
    onSettled: refetchBilling(queries, scope),
  });
}

export function replaceStripeKey(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    mutationFn: (api_key: string) =>
      dataOf(
        api.POST("/v1/stripe-connections/{id}/key", {
          params: { header: scopeHeaders(scope), path: { id } },
          body: { api_key },
        }),
      ),
    onSuccess: refetchBilling(queries, scope),
  });
}

export function disconnectStripe(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    mutationFn: (force: boolean) =>
      dataOf(
        api.POST("/v1/stripe-connections/{id}/disconnect", {
          params: { header: scopeHeaders(scope), path: { id } },
          body: { force },
        }),
      ),
    // Not awaited: the card is gone when the connection is, and has to report the success before.
    onSuccess: () => void refetchBilling(queries, scope)(),
  });
}

export function saveBillingSettings(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: (body: BillingSettingsRequest) =>
      dataOf(api.PUT("/v1/billing/settings", { params: { header: scopeHeaders(scope) }, body })),
    onSuccess: refetchBilling(queries, scope),
  });
}

export function plansQuery(api: Api, scope: WebsiteScope) {
  return queryOptions({
    queryKey: keyOf(scope, "plans"),
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/plans", {
          signal,
          params: { header: scopeHeaders(scope), query: { limit: 100 } },
        }),
      ),
    // A new price is at Stripe within seconds; the list shows it without a reload.
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ version }) =>
        version?.prices.some(({ stripe }) => stripe?.state === "pending"),
      )
        ? 1500
        : false,
  });
}

export function packsQuery(api: Api, scope: WebsiteScope) {
  return queryOptions({
    queryKey: keyOf(scope, "packs"),
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/packs", {
          signal,
          params: { header: scopeHeaders(scope), query: { limit: 100 } },
        }),
      ),
    // A new price is at Stripe within seconds; the list shows it without a reload.
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ version }) =>
        version?.prices.some(({ stripe }) => stripe?.state === "pending"),
      )
        ? 1500
        : false,
  });
}

/** Creates a pack or changes its name, text, place or status. */
export function savePack(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: ({ code, body }: { code: string; body: PackRequest }) =>
      dataOf(
        api.PUT("/v1/packs/{code}", {
          params: { header: scopeHeaders(scope), path: { code } },
          body,
        }),
      ),
    onSuccess: refetchBilling(queries, scope),
  });
}

export function addPackVersion(api: Api, queries: QueryClient, scope: WebsiteScope) {
  type Command = { code: string; version: number; body: PackVersionRequest };
  return mutationOptions({
    mutationFn: ({ code, version, body }: Command) =>
      dataOf(
        api.PUT("/v1/packs/{code}/versions/{version}", {
          params: { header: scopeHeaders(scope), path: { code, version } },
          body,
        }),
      ),
    onSuccess: refetchBilling(queries, scope),
  });
}

export function repairPrice(api: Api, queries: QueryClient, scope: WebsiteScope) {
  type Command = { code: string; version: number; currency: string };
  return mutationOptions({
    mutationFn: (path: Command) =>
      dataOf(
        api.POST("/v1/packs/{code}/versions/{version}/prices/{currency}/repair", {
          params: { header: scopeHeaders(scope), path },
        }),
      ),
    onSuccess: refetchBilling(queries, scope),
  });
}

export function paymentsQuery(
  api: Api,
  scope: WebsiteScope,
  page: { cursor?: string; customer?: string; state?: PaymentState; limit?: number },
) {
  return queryOptions({
    queryKey: [...keyOf(scope, "payments"), page],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/payments", {
          signal,
          params: { header: scopeHeaders(scope), query: { limit: 25, ...page } },
        }),
      ),
  });
}

export function paymentQuery(api: Api, scope: WebsiteScope, id: string) {
  return queryOptions({
    queryKey: keyOf(scope, "payments", id),
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/payments/{id}", {
          signal,
          params: { header: scopeHeaders(scope), path: { id } },
        }),
      ),
    // Stripe finishes a refund within seconds; the page shows it without a reload.
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? 2_000 : false),
  });
}

/** Returns true while Stripe has not finished a refund, or credits wait for the end of a hold. */
function isMoving({ refunds, waits_for_holds }: PaymentDetail): boolean {
  return waits_for_holds || refunds.some(({ state }) => state === "new" || state === "pending");
}

export function fetchDocument(api: Api, scope: WebsiteScope, id: string) {
  return mutationOptions({
    mutationFn: () =>
      dataOf(
        api.GET("/v1/payments/{id}/document", {
          params: { header: scopeHeaders(scope), path: { id } },
        }),
      ),
  });
}

/** A pack or a plan, by its code. */
export type Offered = { pack: string } | { plan: string };

/** Creates a link for a customer: Stripe's portal, or the checkout of a pack or a plan. */
export function createCustomerLink(api: Api, scope: WebsiteScope, customer: string) {
  type Command = { item: Offered | null; page: string };
  return mutationOptions({
    mutationFn: async ({ item, page }: Command) => {
      const header = { ...scopeHeaders(scope), "Idempotency-Key": crypto.randomUUID() };
      const buyer = { customer: { id: customer } };
      if (item === null) {
        const body = { ...buyer, return_url: page };
        return (await dataOf(api.POST("/v1/portal-sessions", { params: { header }, body }))).url;
      }
      const body = { ...buyer, ...item, success_url: page, cancel_url: page };
      return (await dataOf(api.POST("/v1/checkout-sessions", { params: { header }, body }))).url;
    },
    // The link is a secret of the customer, so the cache drops it with the dialog.
    gcTime: 0,
  });
}
