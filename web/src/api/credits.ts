/** Queries of the user's own balances and transactions. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import type { Transaction, TransactionPage } from "./types";

export function balancesQuery(api: Api) {
  return queryOptions({
    queryKey: ["credits", "balances"],
    queryFn: async ({ signal }) => (await dataOf(api.GET("/v1/me/credits", { signal }))).balances,
  });
}

/** The latest few transactions. */
export function latestTransactionsQuery(api: Api, limit: number) {
  return queryOptions({
    queryKey: ["credits", "transactions", "latest", limit],
    queryFn: async ({ signal }) =>
      (await dataOf(api.GET("/v1/me/transactions", { signal, params: { query: { limit } } })))
        .items,
  });
}

/** All transactions, page by page. The cursor is opaque and is sent back unchanged, percent-encoded. */
export function transactionsQuery(api: Api, limit: number) {
  return infiniteQueryOptions({
    queryKey: ["credits", "transactions", "all", limit],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) => {
      const query = pageParam === null ? { limit } : { limit, cursor: pageParam };
      return dataOf(api.GET("/v1/me/transactions", { signal, params: { query } }));
    },
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** Loads all transactions up to a maximum and reports progress. */
export async function everyTransaction(
  api: Api,
  { most, onProgress }: { most: number; onProgress: (count: number) => void },
): Promise<Transaction[]> {
  const items: Transaction[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = { limit: 100 };
    if (cursor !== null) query.cursor = cursor;
    const page: TransactionPage = await dataOf(
      api.GET("/v1/me/transactions", { params: { query } }),
    );
    items.push(...page.items);
    onProgress(items.length);
    cursor = page.next_cursor ?? null;
  } while (cursor !== null && items.length < most);
  return items.slice(0, most);
}
