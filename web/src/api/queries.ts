/** The cache and retry settings of all queries. */
import { QueryClient } from "@tanstack/react-query";
import type { Views } from "@/auth/view";
import { isWorthRetrying } from "@/lib/problem";

const retries = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Without a connection a query fails with an error instead of pausing.
        networkMode: "always",
        // Queries that failed without a connection are repeated when it returns.
        refetchOnReconnect: true,
        retry: (count, error) => count < retries && isWorthRetrying(error),
      },
      // Only the user repeats a mutation.
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** Empties the cache when the viewed user changes. */
export function forgetBetween(views: Pick<Views, "subscribe">, queries: QueryClient): void {
  views.subscribe(() => queries.clear());
}
