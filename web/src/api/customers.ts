/** Queries and mutations of a website's customers. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import { onSite, type Site, whatItWas } from "./site";
import type {
  Customer,
  CustomerPage,
  CustomerSort,
  CustomerState,
  GrantRequest,
  SpendLimitRequest,
  TransactionKind,
} from "./types";

const pageSize = 25;

type Page = { cursor?: string };

export type CustomerSearch = {
  /** The beginning of an email address, name or id. */
  q?: string;
  sort?: CustomerSort;
  state?: CustomerState;
};

export function customersQuery(
  api: Api,
  site: Site,
  search: Page & CustomerSearch,
  limit = pageSize,
) {
  return queryOptions({
    queryKey: ["sites", site.id, site.mode, "customers", search, limit],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/customers", {
          signal,
          params: { header: onSite(site), query: { limit, ...search } },
        }),
      ),
    // The previous rows stay while the user types.
    placeholderData: whatItWas(site),
  });
}

/** Loads all matching customers up to a maximum and reports progress. */
export async function everyCustomer(
  api: Api,
  site: Site,
  search: CustomerSearch,
  { most, onProgress }: { most: number; onProgress: (count: number) => void },
): Promise<Customer[]> {
  const items: Customer[] = [];
  let cursor: string | null = null;
  do {
    const query: Page & CustomerSearch & { limit: number } = { limit: 100, ...search };
    if (cursor !== null) query.cursor = cursor;
    const page: CustomerPage = await dataOf(
      api.GET("/v1/customers", { params: { header: onSite(site), query } }),
    );
    items.push(...page.items);
    onProgress(items.length);
    cursor = page.next_cursor ?? null;
  } while (cursor !== null && items.length < most);
  return items.slice(0, most);
}

export function customerQuery(api: Api, site: Site, id: string) {
  return queryOptions({
    queryKey: ["sites", site.id, site.mode, "customers", id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/customers/{id}", { signal, params: { header: onSite(site), path: { id } } }),
      ),
  });
}

export function customerBalanceQuery(api: Api, site: Site, id: string) {
  return queryOptions({
    queryKey: ["sites", site.id, site.mode, "customers", id, "balance"],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/customers/{id}/balance", {
          signal,
          params: { header: onSite(site), path: { id } },
        }),
      ),
  });
}

export type TransactionSearch = {
  customer?: string;
  kind?: TransactionKind;
  feature?: string;
  /** Days in UTC, both included: "2026-11-22". */
  from?: string;
  to?: string;
};

const dayMilliseconds = 86_400_000;

/** The API takes timestamps and excludes the last one. */
function moments({ from, to, ...others }: TransactionSearch) {
  const after = to && new Date(Date.parse(to) + dayMilliseconds).toISOString();
  return { ...others, ...(from && { from: `${from}T00:00:00Z` }), ...(after && { to: after }) };
}

/** Transactions of the website or of one customer, newest first. */
export function transactionsOfSiteQuery(
  api: Api,
  site: Site,
  search: Page & TransactionSearch,
  limit: number,
) {
  return queryOptions({
    queryKey: ["sites", site.id, site.mode, "transactions", "list", search, limit],
    queryFn: ({ signal }) => {
      const query = { limit, ...search, ...moments(search) };
      return dataOf(
        api.GET("/v1/transactions", { signal, params: { header: onSite(site), query } }),
      );
    },
  });
}

export function customerHoldsQuery(
  api: Api,
  site: Site,
  id: string,
  page: Page & { limit: number },
) {
  return queryOptions({
    queryKey: ["sites", site.id, site.mode, "customers", id, "holds", page],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/customers/{id}/holds", {
          signal,
          params: { header: onSite(site), path: { id }, query: page },
        }),
      ),
  });
}

export function transactionQuery(api: Api, site: Site, id: string) {
  return queryOptions({
    queryKey: ["sites", site.id, site.mode, "transactions", id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/transactions/{id}", {
          signal,
          params: { header: onSite(site), path: { id } },
        }),
      ),
  });
}

/** Invalidates all cached data of the website's customers. */
function forget(queries: QueryClient, site: Site) {
  return Promise.all([
    queries.invalidateQueries({ queryKey: ["sites", site.id, site.mode] }),
    // The owner may be a customer of their own website.
    queries.invalidateQueries({ queryKey: ["credits"] }),
  ]);
}

/** A command with its idempotency key, under which the server executes it at most once. */
export type Once<Body> = { idempotencyKey: string; body: Body };

export function grantCredits(api: Api, queries: QueryClient, site: Site) {
  return mutationOptions({
    mutationKey: ["sites", site.id, site.mode, "grant"],
    mutationFn: ({ idempotencyKey, body }: Once<GrantRequest>) =>
      dataOf(
        api.POST("/v1/grants", {
          params: { header: { ...onSite(site), "Idempotency-Key": idempotencyKey } },
          body,
        }),
      ),
    onSuccess: () => forget(queries, site),
  });
}

type Undoing = Once<{ reason: string }> & { id: string; what: "grant" | "transaction" };

/** Revokes the rest of a grant, or refunds a spend. */
export function undoTransaction(api: Api, queries: QueryClient, site: Site) {
  return mutationOptions({
    mutationKey: ["sites", site.id, site.mode, "undo"],
    mutationFn: ({ id, what, idempotencyKey, body }: Undoing) => {
      const header = { ...onSite(site), "Idempotency-Key": idempotencyKey };
      const call = { params: { header, path: { id } }, body };
      return dataOf(
        what === "grant"
          ? api.POST("/v1/grants/{id}/void", call)
          : api.POST("/v1/transactions/{id}/reverse", call),
      );
    },
    onSuccess: () => forget(queries, site),
  });
}

/** Null removes the limit. */
export function setSpendLimit(api: Api, queries: QueryClient, site: Site, id: string) {
  return mutationOptions({
    mutationKey: ["sites", site.id, site.mode, "customers", id, "spend-limit"],
    mutationFn: (limit: SpendLimitRequest) =>
      dataOf(
        api.PUT("/v1/customers/{id}/spend-limit", {
          params: { header: onSite(site), path: { id } },
          body: limit,
        }),
      ),
    onSuccess: () => forget(queries, site),
  });
}

export function setOverdraftLimit(api: Api, queries: QueryClient, site: Site, id: string) {
  return mutationOptions({
    mutationKey: ["sites", site.id, site.mode, "customers", id, "overdraft-limit"],
    mutationFn: (limit: number) =>
      dataOf(
        api.PUT("/v1/customers/{id}/overdraft-limit", {
          params: { header: onSite(site), path: { id } },
          body: { limit },
        }),
      ),
    onSuccess: () => forget(queries, site),
  });
}
