/** Looks up one object by its id on one website; each returns null if it does not exist there. */
import type { Api } from "./client";
import { onSite, type Site } from "./site";

function on(site: Site, id: string) {
  return { params: { header: onSite(site), path: { id } } };
}

export async function findTransaction(api: Api, site: Site, id: string) {
  const { data } = await api.GET("/v1/transactions/{id}", on(site, id));
  return data ?? null;
}

export async function findCustomer(api: Api, site: Site, id: string) {
  const { data } = await api.GET("/v1/customers/{id}", on(site, id));
  return data ?? null;
}

export async function findHold(api: Api, site: Site, id: string) {
  const { data } = await api.GET("/v1/holds/{id}", on(site, id));
  return data ?? null;
}

export async function findApiKey(api: Api, site: Site, id: string) {
  const { data } = await api.GET("/v1/api-keys/{id}", on(site, id));
  return data?.mode === site.mode ? data : null;
}

export async function findWebhookEndpoint(api: Api, site: Site, id: string) {
  const { data } = await api.GET("/v1/webhook-endpoints/{id}", on(site, id));
  return data?.mode === site.mode ? data : null;
}

/** An event is shown on an endpoint that received it; returns the id of one. */
export async function findEndpointOfEvent(api: Api, site: Site, event_id: string) {
  const header = onSite(site);
  const { data } = await api.GET("/v1/webhook-endpoints", {
    params: { header, query: { mode: site.mode } },
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
