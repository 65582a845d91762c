/** Finds the object of an id on the user's websites; the command bar opens its page. */
import { queryOptions } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import type { Api } from "@/api/client";
import {
  findApiKey,
  findCustomer,
  findEndpointOfEvent,
  findHold,
  findTransaction,
  findWebhookEndpoint,
} from "@/api/lookups";
import type { Site } from "@/api/site";
import { t } from "@/lib/language";
import { paths } from "@/paths";

/** A website in one mode, with its name. */
export type Place = Site & { name: string };

export type FoundId = {
  id: string;
  /** The kind of the object. */
  kind: string;
  place: Place;
  link: Pick<LinkProps, "to" | "params" | "search">;
};

type Target = { to: LinkProps["to"]; params?: object; search?: object };
type Lookup = {
  kind: string;
  find: (api: Api, site: Site, id: string) => Promise<Target | null | "">;
};

/** Lookups by the id's prefix before the underscore. */
const lookups: Readonly<Record<string, Lookup>> = {
  txn: {
    kind: t("Transaction"),
    async find(api, site, id) {
      const found = await findTransaction(api, site, id);
      return found && { to: paths.transactions(), search: { transaction: id } };
    },
  },
  cus: {
    kind: t("Customer"),
    async find(api, site, id) {
      const found = await findCustomer(api, site, id);
      return found && { to: paths.customer(), params: { customer: id } };
    },
  },
  hold: {
    kind: t("Hold"),
    async find(api, site, id) {
      const found = await findHold(api, site, id);
      return found && { to: paths.customer(), params: { customer: found.customer_id } };
    },
  },
  key: {
    kind: t("API key"),
    async find(api, site, id) {
      const found = await findApiKey(api, site, id);
      return found && { to: paths.keys(), search: { key: id } };
    },
  },
  whe: {
    kind: t("Webhook endpoint"),
    async find(api, site, id) {
      const found = await findWebhookEndpoint(api, site, id);
      return found && { to: paths.webhook(), params: { endpoint: id } };
    },
  },
  evt: {
    kind: t("Event"),
    async find(api, site, id) {
      const endpoint = await findEndpointOfEvent(api, site, id);
      return endpoint && { to: paths.webhook(), params: { endpoint }, search: { event: id } };
    },
  },
};

function lookupOf(id: string): Lookup | undefined {
  return lookups[id.slice(0, id.indexOf("_"))];
}

/** Matches the format of our ids. */
export function isId(typed: string): boolean {
  return /^[a-z]{3,4}_[\w-]{8,}$/.test(typed) && lookupOf(typed) !== undefined;
}

/** Searches the websites and modes one after another, in the given order. */
export function idQuery(api: Api, id: string, places: Place[]) {
  return queryOptions({
    queryKey: ["find", id, places.map((place) => `${place.id} ${place.mode}`)],
    queryFn: async (): Promise<FoundId | null> => {
      const lookup = lookupOf(id);
      if (lookup === undefined) return null;
      for (const place of places) {
        const target = await lookup.find(api, place, id);
        if (!target) continue;
        const search = { ...target.search, ...(place.mode === "test" && { mode: "test" }) };
        const params = { site: place.id, ...target.params };
        return { id, kind: lookup.kind, place, link: { to: target.to, params, search } as never };
      }
      return null;
    },
    staleTime: 60_000,
  });
}
