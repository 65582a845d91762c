/** Looks up one object by its id on one website; each returns null if it does not exist there. */
import type { Api } from "./client";
import { scopeHeaders, type WebsiteScope } from "./website-scope";

function on(scope: WebsiteScope, id: string) {
  return { params: { header: scopeHeaders(scope), path: { id } } };
}

export async function findTransaction(api: Api, scope: WebsiteScope, id: string) {
  const { data } = await api.GET("/v1/transactions/{id}", on(scope, id));
  return data ?? null;
}

export async function findCustomer(api: Api, scope: WebsiteScope, id: string) {
  const { data } = await api.GET("/v1/customers/{id}", on(scope, id));
  return data ?? null;
}

export async function findHold(api: Api, scope: WebsiteScope, id: string) {
  const { data } = await api.GET("/v1/holds/{id}", on(scope, id));
  return data ?? null;
}

export async function findApiKey(api: Api, scope: WebsiteScope, id: string) {
  const { data } = await api.GET("/v1/api-keys/{id}", on(scope, id));
  return data?.mode === scope.mode ? data : null;
}

export async function findWebhookEndpoint(api: Api, scope: WebsiteScope, id: string) {
  const { data } = await api.GET("/v1/webhook-endpoints/{id}", on(scope, id));
  return data?.mode === scope.mode ? data : null;
}

export async function findPayment(api: Api, scope: WebsiteScope, id: string) {
  const { data } = await api.GET("/v1/payments/{id}", on(scope, id));
  return data ?? null;
}

/** Finds the payment of a refund or a dispute. */
export async function findPaymentOf(api: Api, scope: WebsiteScope, object: string) {
  const header = scopeHeaders(scope);
  const { data } = await api.GET("/v1/payments", { params: { header, query: { object } } });
  return data?.items[0] ?? null;
}

export async function findSubscription(api: Api, scope: WebsiteScope, id: string) {
  const { data } = await api.GET("/v1/subscriptions/{id}", on(scope, id));
  return data ?? null;
}

export async function findCheckout(api: Api, scope: WebsiteScope, id: string) {
  const { data } = await api.GET("/v1/checkout-sessions/{id}", on(scope, id));
  return data ?? null;
}

/** An event is shown on an endpoint that received it; returns the id of one. */
export async function findEndpointOfEvent(api: Api, scope: WebsiteScope, event_id: string) {
  const header = scopeHeaders(scope);
  const { data } = await api.GET("/v1/webhook-endpoints", {
    params: { header, query: { mode: scope.mode } },
  });
  for (const { id } of data?.items ?? []) {
    const path = { id, event_id };
    const delivery = await api.GET("/v1/webhook-endpoints/{id}/deliveries/{event_id}", {
      params: { header, path },
    });
    if (delivery.data) return id;
  }
  return null;
}
