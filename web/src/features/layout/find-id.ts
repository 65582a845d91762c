/** Finds the object of an id on the user's websites; the command bar opens its page. */
import { queryOptions } from "@tanstack/react-query";
import type { LinkProps } from "@tanstack/react-router";
import type { Api } from "@/api/client";
import {
  findApiKey,
  findCheckout,
  findCustomer,
  findEndpointOfEvent,
  findHold,
  findPayment,
  findPaymentOf,
  findSubscription,
  findTransaction,
  findWebhookEndpoint,
} from "@/api/lookups";
import type { WebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { paths } from "@/paths";

/** A website in one mode, with its name. */
export type NamedScope = WebsiteScope & { name: string };

export type IdMatch = {
  id: string;
  /** The kind of the object. */
  kind: string;
  scope: NamedScope;
  link: Pick<LinkProps, "to" | "params" | "search">;
};

type Target = { to: LinkProps["to"]; params?: object; search?: object };
type Lookup = {
  kind: string;
  find: (api: Api, scope: WebsiteScope, id: string) => Promise<Target | null | "">;
};

/** The page of the payment that a lookup finds. */
function onPayment(find: (...call: Parameters<Lookup["find"]>) => Promise<{ id: string } | null>) {
  return async (...call: Parameters<Lookup["find"]>) => {
    const result = await find(...call);
    return result && { to: paths.payment(), params: { payment: result.id } };
  };
}

/** Lookups by the id's prefix before the underscore. */
const lookups: Readonly<Record<string, Lookup>> = {
  txn: {
    kind: t("Transaction"),
    async find(api, scope, id) {
      const result = await findTransaction(api, scope, id);
      return result && { to: paths.transactions(), search: { transaction: id } };
    },
  },
  cus: {
    kind: t("Customer"),
    async find(api, scope, id) {
      const result = await findCustomer(api, scope, id);
      return result && { to: paths.customer(), params: { customer: id } };
    },
  },
  hold: {
    kind: t("Hold"),
    async find(api, scope, id) {
      const result = await findHold(api, scope, id);
      return result && { to: paths.customer(), params: { customer: result.customer_id } };
    },
  },
  key: {
    kind: t("API key"),
    async find(api, scope, id) {
      const result = await findApiKey(api, scope, id);
      return result && { to: paths.keys(), search: { key: id } };
    },
  },
  whe: {
    kind: t("Webhook endpoint"),
    async find(api, scope, id) {
      const result = await findWebhookEndpoint(api, scope, id);
      return result && { to: paths.webhook(), params: { endpoint: id } };
    },
  },
  pmt: { kind: t("Payment"), find: onPayment(findPayment) },
  sbs: {
    kind: t("Subscription"),
    async find(api, scope, id) {
      const result = await findSubscription(api, scope, id);
      return result && { to: paths.subscription(), params: { subscription: id } };
    },
  },
  rfd: { kind: t("Refund"), find: onPayment(findPaymentOf) },
  dsp: { kind: t("Dispute"), find: onPayment(findPaymentOf) },
  chk: {
    kind: t("Checkout"),
    async find(api, scope, id) {
      const result = await findCheckout(api, scope, id);
      if (!result?.payment_id) {
        // An unpaid checkout has no page of its own.
        const customer = result?.customer_id;
        return customer ? { to: paths.customer(), params: { customer } } : null;
      }
      return { to: paths.payment(), params: { payment: result.payment_id } };
    },
  },
  evt: {
    kind: t("Event"),
    async find(api, scope, id) {
      const endpoint = await findEndpointOfEvent(api, scope, id);
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
export function idQuery(api: Api, id: string, scopes: NamedScope[]) {
  return queryOptions({
    queryKey: ["find", id, scopes.map((scope) => `${scope.id} ${scope.mode}`)],
    queryFn: async (): Promise<IdMatch | null> => {
      const lookup = lookupOf(id);
      if (lookup === undefined) return null;
      for (const scope of scopes) {
        const target = await lookup.find(api, scope, id);
        if (!target) continue;
        const search = { ...target.search, ...(scope.mode === "test" && { mode: "test" }) };
        const params = { site: scope.id, ...target.params };
        return { id, kind: lookup.kind, scope, link: { to: target.to, params, search } as never };
      }
      return null;
    },
    staleTime: 60_000,
  });
}
