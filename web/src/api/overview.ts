/** Questions about a website as a whole: its figures, its use, and what its sign-in does. */
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
  /** Days as UTC counts them, oldest first: "2026-11-22". */
  days: string[];
  by: "day" | "feature" | "day,feature";
};

export function usageQuery(api: Api, site: Site, { days, by }: UsageSearch) {
  const range = { from: days[0] ?? "", to: days.at(-1) ?? "", by };
  return queryOptions({
    queryKey: ["sites", site.id, site.mode, "usage", range],
    queryFn: async ({ signal }) => {
      const params = { header: onSite(site), query: range };
      // With the days that it is of: those of the page are others as soon as another range is asked for.
      return { ...(await dataOf(api.GET("/v1/usage", { signal, params }))), days };
    },
    // Another range replaces the picture when it is there, not before.
    placeholderData: whatItWas(site),
  });
}

export type UsageOfDays = Usage & { days: string[] };

/** Written down half a second after it happened, and looked at each second: seen within two. */
const lookAgain = { eagerly: 1_000, later: 5_000 };
/** Five minutes of it: whoever has not come by then is not waited for at every moment. */
const mostEagerLooks = 300;

type Looked = { data?: SignInActivity | undefined; error: unknown; dataUpdateCount: number };

/** How long until the website's sign-in is looked at again: eagerly while somebody waits for the first one. */
export function nextLook({ data, error, dataUpdateCount }: Looked): number {
  const isWaiting = !data?.first_sign_in_at && !error && dataUpdateCount < mostEagerLooks;
  return isWaiting ? lookAgain.eagerly : lookAgain.later;
}

/** What the website's sign-in was asked lately, asked again and again while the page is looked at. */
/** The most requests that the page of a website's sign-in shows. */
export const mostSeen = 12;

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
    // Whoever comes back from the sign-in in another tab is told at once.
    staleTime: 0,
  });
}
