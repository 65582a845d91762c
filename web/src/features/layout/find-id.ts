/** Finds what an id belongs to, on the person's websites: its page opens from the command bar. */
import { queryOptions } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import type { Api } from "@/api/client";
import { onSite, type Site } from "@/api/site";
import { paths } from "@/paths";

/** A website in one mode, with its name. */
export type Place = Site & { name: string };

export type FoundId = {
  id: string;
  /** What kind of thing it is. */
  kind: string;
  place: Place;
  link: Pick<LinkProps, "to" | "params" | "search">;
};

type Target = { to: LinkProps["to"]; params?: object; search?: object };
type Lookup = { kind: string; find: (api: Api, site: Site, id: string) => Promise<Target | null> };

/** By the first letters of an id. */
const lookups: Readonly<Record<string, Lookup>> = {
  txn: {
    kind: "Transaction",
    async find(api, site, id) {
      const { data } = await api.GET("/v1/transactions/{id}", on(site, id));
      return data ? { to: paths.transactions(), search: { transaction: id } } : null;
    },
  },
  cus: {
    kind: "Customer",
    async find(api, site, id) {
      const { data } = await api.GET("/v1/customers/{id}", on(site, id));
      return data ? { to: paths.customer(), params: { customer: id } } : null;
    },
  },
  key: {
    kind: "API key",
    async find(api, site, id) {
      const { data } = await api.GET("/v1/api-keys/{id}", on(site, id));
      return data?.mode === site.mode ? { to: paths.keys(), search: { key: id } } : null;
    },
  },
  whe: {
    kind: "Webhook endpoint",
    async find(api, site, id) {
      const { data } = await api.GET("/v1/webhook-endpoints/{id}", on(site, id));
      return data?.mode === site.mode ? { to: paths.webhook(), params: { endpoint: id } } : null;
    },
  },
  evt: { kind: "Event", find: findEvent },
};

function on(site: Site, id: string) {
  return { params: { header: onSite(site), path: { id } } };
}

/** An event is known by the endpoints that it was sent to. */
async function findEvent(api: Api, site: Site, event_id: string): Promise<Target | null> {
  const header = onSite(site);
  const { data } = await api.GET("/v1/webhook-endpoints", {
    params: { header, query: { mode: site.mode } },
  });
  for (const { id } of data?.items ?? []) {
    const path = { id, event_id };
    const delivery = await api.GET("/v1/webhook-endpoints/{id}/deliveries/{event_id}", {
      params: { header, path },
    });
    if (delivery.data) {
      return { to: paths.webhook(), params: { endpoint: id }, search: { event: event_id } };
    }
  }
  return null;
}

/** How an id of ours is written. */
export function isId(typed: string): boolean {
  return /^[a-z]{3}_[\w-]{8,}$/.test(typed) && lookups[typed.slice(0, 3)] !== undefined;
}

/** Asks one website and mode after the other, in the order given. */
export function idQuery(api: Api, id: string, places: Place[]) {
  return queryOptions({
    queryKey: ["find", id, places.map((place) => `${place.id} ${place.mode}`)],
    queryFn: async (): Promise<FoundId | null> => {
      const lookup = lookups[id.slice(0, 3)];
      if (lookup === undefined) return null;
      for (const place of places) {
        const target = await lookup.find(api, place, id);
        if (target === null) continue;
        const search = { ...target.search, ...(place.mode === "test" && { mode: "test" }) };
        const params = { site: place.id, ...target.params };
        return { id, kind: lookup.kind, place, link: { to: target.to, params, search } as never };
      }
      return null;
    },
    staleTime: 60_000,
  });
}
