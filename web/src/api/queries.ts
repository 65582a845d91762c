/** How questions to the API are kept, repeated and retried. */
import { QueryClient } from "@tanstack/react-query";
import type { Views } from "@/auth/view";
import { isWorthRetrying } from "@/lib/problem";

const retries = 2;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // Offline is an answer to show, not a reason to wait in silence.
        networkMode: "always",
        // What failed without a connection is asked again with the next one.
        refetchOnReconnect: true,
        retry: (count, error) => count < retries && isWorthRetrying(error),
      },
      // A change is repeated by the person, never by the page.
      mutations: { networkMode: "always", retry: false },
    },
  });
}

/** What was asked as one person is never shown as another's. */
export function forgetBetween(views: Pick<Views, "subscribe">, queries: QueryClient): void {
  views.subscribe(() => queries.clear());
}
