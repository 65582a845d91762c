/** Queries and mutations of a website's customers. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import type {
  Customer,
  CustomerPage,
  CustomerSort,
  CustomerState,
  GrantRequest,
  SpendLimitRequest,
  TransactionKind,
} from "./types";
import { previousDataOf, scopeHeaders, type WebsiteScope } from "./website-scope";

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
  scope: WebsiteScope,
  search: Page & CustomerSearch,
  limit = pageSize,
) {
  return queryOptions({
    queryKey: ["website", scope.id, scope.mode, "customers", search, limit],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/customers", {
          signal,
          params: { header: scopeHeaders(scope), query: { limit, ...search } },
        }),
      ),
    // The previous rows stay while the user types.
    placeholderData: previousDataOf(scope),
  });
}

/** Loads all matching customers up to a maximum and reports progress. */
export async function everyCustomer(
  api: Api,
  scope: WebsiteScope,
  search: CustomerSearch,
  { most, onProgress }: { most: number; onProgress: (count: number) => void },
): Promise<Customer[]> {
  const items: Customer[] = [];
  let cursor: string | null = null;
  do {
    const query: Page & CustomerSearch & { limit: number } = { limit: 100, ...search };
    if (cursor !== null) query.cursor = cursor;
    const page: CustomerPage = await dataOf(
      api.GET("/v1/customers", { params: { header: scopeHeaders(scope), query } }),
    );
    items.push(...page.items);
    onProgress(items.length);
    cursor = page.next_cursor ?? null;
  } while (cursor !== null && items.length < most);
  return items.slice(0, most);
}

export function customerQuery(api: Api, scope: WebsiteScope, id: string) {
  return queryOptions({
    queryKey: ["website", scope.id, scope.mode, "customers", id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/customers/{id}", {
          signal,
          params: { header: scopeHeaders(scope), path: { id } },
        }),
      ),
  });
}

export function customerBalanceQuery(api: Api, scope: WebsiteScope, id: string) {
  return queryOptions({
    queryKey: ["website", scope.id, scope.mode, "customers", id, "balance"],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/customers/{id}/balance", {
          signal,
          params: { header: scopeHeaders(scope), path: { id } },
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
export function websiteTransactionsQuery(
  api: Api,
  scope: WebsiteScope,
  search: Page & TransactionSearch,
  limit: number,
) {
  return queryOptions({
    queryKey: ["website", scope.id, scope.mode, "transactions", "list", search, limit],
    queryFn: ({ signal }) => {
      const query = { limit, ...search, ...moments(search) };
      return dataOf(
        api.GET("/v1/transactions", { signal, params: { header: scopeHeaders(scope), query } }),
      );
    },
  });
}

export function customerHoldsQuery(
  api: Api,
  scope: WebsiteScope,
  id: string,
  page: Page & { limit: number },
) {
  return queryOptions({
    queryKey: ["website", scope.id, scope.mode, "customers", id, "holds", page],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/customers/{id}/holds", {
          signal,
          params: { header: scopeHeaders(scope), path: { id }, query: page },
        }),
      ),
  });
}

export function transactionQuery(api: Api, scope: WebsiteScope, id: string) {
  return queryOptions({
    queryKey: ["website", scope.id, scope.mode, "transactions", id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/transactions/{id}", {
          signal,
          params: { header: scopeHeaders(scope), path: { id } },
        }),
      ),
  });
}

/** Invalidates all cached data of the website's customers. */
function forget(queries: QueryClient, scope: WebsiteScope) {
  return Promise.all([
    queries.invalidateQueries({ queryKey: ["website", scope.id, scope.mode] }),
    // The owner may be a customer of their own website.
    queries.invalidateQueries({ queryKey: ["credits"] }),
  ]);
}

/** A command with its idempotency key, under which the server executes it at most once. */
export type Command<Body> = { idempotencyKey: string; body: Body };

export function grantCredits(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationKey: ["website", scope.id, scope.mode, "grant"],
    mutationFn: ({ idempotencyKey, body }: Command<GrantRequest>) =>
      dataOf(
        api.POST("/v1/grants", {
          params: { header: { ...scopeHeaders(scope), "Idempotency-Key": idempotencyKey } },
          body,
        }),
      ),
    onSuccess: () => forget(queries, scope),
  });
}

type Undoing = Command<{ reason: string }> & { id: string; kind: "grant" | "transaction" };

/** Revokes the rest of a grant, or refunds a spend. */
export function undoTransaction(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationKey: ["website", scope.id, scope.mode, "undo"],
    mutationFn: ({ id, kind, idempotencyKey, body }: Undoing) => {
      const header = { ...scopeHeaders(scope), "Idempotency-Key": idempotencyKey };
      const call = { params: { header, path: { id } }, body };
      return dataOf(
        kind === "grant"
          ? api.POST("/v1/grants/{id}/void", call)
          : api.POST("/v1/transactions/{id}/reverse", call),
      );
    },
    onSuccess: () => forget(queries, scope),
  });
}

/** Null removes the limit. */
export function setSpendLimit(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    mutationKey: ["website", scope.id, scope.mode, "customers", id, "spend-limit"],
    mutationFn: (limit: SpendLimitRequest) =>
      dataOf(
        api.PUT("/v1/customers/{id}/spend-limit", {
          params: { header: scopeHeaders(scope), path: { id } },
          body: limit,
        }),
      ),
    onSuccess: () => forget(queries, scope),
  });
}

export function setOverdraftLimit(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    mutationKey: ["website", scope.id, scope.mode, "customers", id, "overdraft-limit"],
    mutationFn: (limit: number) =>
      dataOf(
        api.PUT("/v1/customers/{id}/overdraft-limit", {
          params: { header: scopeHeaders(scope), path: { id } },
          body: { limit },
        }),
      ),
    onSuccess: () => forget(queries, scope),
  });
}
