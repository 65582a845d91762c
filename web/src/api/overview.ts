/** Queries of a website's statistics, usage and sign-in activity. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import type { SignInActivity, Usage } from "./types";
import { previousDataOf, scopeHeaders, type WebsiteScope } from "./website-scope";

export function summaryQuery(api: Api, scope: WebsiteScope) {
  return queryOptions({
    queryKey: ["website", scope.id, scope.mode, "summary"],
    queryFn: ({ signal }) => {
      const { "Tollgate-Website": id, ...header } = scopeHeaders(scope);
      return dataOf(
        api.GET("/v1/websites/{id}/summary", { signal, params: { header, path: { id } } }),
      );
    },
  });
}

export type UsageSearch = {
  /** Days in UTC, oldest first: "2026-11-22". */
  days: string[];
  by: "day" | "feature" | "day,feature";
};

export function usageQuery(api: Api, scope: WebsiteScope, { days, by }: UsageSearch) {
  const range = { from: days[0] ?? "", to: days.at(-1) ?? "", by };
  return queryOptions({
    queryKey: ["website", scope.id, scope.mode, "usage", range],
    queryFn: async ({ signal }) => {
      const params = { header: scopeHeaders(scope), query: range };
      // The result includes its days, because the page's days change with the selected range.
      return { ...(await dataOf(api.GET("/v1/usage", { signal, params }))), days };
    },
    // The previous range stays until the next one is loaded.
    placeholderData: previousDataOf(scope),
  });
}

export type UsageOfDays = Usage & { days: string[] };

/** The server records requests within 0.5 seconds; a poll each second shows them within 2. */
const pollMilliseconds = { eagerly: 1_000, later: 5_000 };
/** Five minutes of polling each second; after that the page polls less often. */
const maxEagerPolls = 300;

type PollState = { data?: SignInActivity | undefined; error: unknown; dataUpdateCount: number };

/** Returns the polling interval: short while the owner waits for the first sign-in. */
export function pollInterval({ data, error, dataUpdateCount }: PollState): number {
  const isWaiting = !data?.first_sign_in_at && !error && dataUpdateCount < maxEagerPolls;
  return isWaiting ? pollMilliseconds.eagerly : pollMilliseconds.later;
}

/** The maximum number of requests on the page. */
export const maxRequests = 12;

/** Polls the website's sign-in activity while the page is visible. */
export function signInActivityQuery(api: Api, scope: WebsiteScope, limit: number) {
  return queryOptions({
    queryKey: ["website", scope.id, "sign-in-activity", limit],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/websites/{id}/sign-in-activity", {
          signal,
          params: { path: { id: scope.id }, query: { limit } },
        }),
      ),
    refetchInterval: pollMilliseconds.later,
    // The data refreshes when the owner returns from a sign-in in another tab.
    staleTime: 0,
  });
}
