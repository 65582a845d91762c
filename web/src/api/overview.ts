/** Queries of a website's statistics, usage and sign-in activity. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import { onSite, type Site, whatItWas } from "./site";
import type { SignInActivity, Usage } from "./types";

export function summaryQuery(api: Api, site: Site) {
  return queryOptions({
    queryKey: ["sites", site.id, site.mode, "summary"],
    queryFn: ({ signal }) => {
      const { "Tollgate-Website": id, ...header } = onSite(site);
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

export function usageQuery(api: Api, site: Site, { days, by }: UsageSearch) {
  const range = { from: days[0] ?? "", to: days.at(-1) ?? "", by };
  return queryOptions({
    queryKey: ["sites", site.id, site.mode, "usage", range],
    queryFn: async ({ signal }) => {
      const params = { header: onSite(site), query: range };
      // The result includes its days, because the page's days change with the selected range.
      return { ...(await dataOf(api.GET("/v1/usage", { signal, params }))), days };
    },
    // The previous range stays until the next one is loaded.
    placeholderData: whatItWas(site),
  });
}

export type UsageOfDays = Usage & { days: string[] };

/** The server records requests within 0.5 seconds; a poll each second shows them within 2. */
const lookAgain = { eagerly: 1_000, later: 5_000 };
/** Five minutes of polling each second; after that the page polls less often. */
const mostEagerLooks = 300;

type Looked = { data?: SignInActivity | undefined; error: unknown; dataUpdateCount: number };

/** Returns the polling interval: short while the owner waits for the first sign-in. */
export function nextLook({ data, error, dataUpdateCount }: Looked): number {
  const isWaiting = !data?.first_sign_in_at && !error && dataUpdateCount < mostEagerLooks;
  return isWaiting ? lookAgain.eagerly : lookAgain.later;
}

/** The maximum number of requests on the page. */
export const mostSeen = 12;

/** Polls the website's sign-in activity while the page is visible. */
export function signInActivityQuery(api: Api, site: Site, limit: number) {
  return queryOptions({
    queryKey: ["sites", site.id, "sign-in-activity", limit],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/websites/{id}/sign-in-activity", {
          signal,
          params: { path: { id: site.id }, query: { limit } },
        }),
      ),
    refetchInterval: lookAgain.later,
    // The data refreshes when the owner returns from a sign-in in another tab.
    staleTime: 0,
  });
}
