/** Queries and mutations of a website's features and prices. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import { onSite, type Site } from "./site";
import type { PriceRequest } from "./types";

const keyOfAll = (site: Site) => ["sites", site.id, site.mode, "features"];

export function featuresQuery(api: Api, site: Site, page: { cursor?: string }) {
  return queryOptions({
    queryKey: [...keyOfAll(site), "list", page],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/features", {
          signal,
          params: { header: onSite(site), query: { limit: 100, ...page } },
        }),
      ),
  });
}

export function featureQuery(api: Api, site: Site, code: string) {
  return queryOptions({
    queryKey: [...keyOfAll(site), code],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/features/{code}", {
          signal,
          params: { header: onSite(site), path: { code } },
        }),
      ),
  });
}

export function pricesQuery(api: Api, site: Site, code: string, page: { cursor?: string }) {
  return queryOptions({
    queryKey: [...keyOfAll(site), code, "prices", page],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/features/{code}/prices", {
          signal,
          params: { header: onSite(site), path: { code }, query: { limit: 25, ...page } },
        }),
      ),
  });
}

function askAgain(queries: QueryClient, site: Site) {
  return () => queries.invalidateQueries({ queryKey: keyOfAll(site) });
}

/** Adds a feature or renames an existing one. */
export function saveFeature(api: Api, queries: QueryClient, site: Site) {
  return mutationOptions({
    mutationFn: ({ code, name }: { code: string; name: string }) =>
      dataOf(
        api.PUT("/v1/features/{code}", {
          params: { header: onSite(site), path: { code } },
          body: { name },
        }),
      ),
    onSuccess: askAgain(queries, site),
  });
}

export function addPrice(api: Api, queries: QueryClient, site: Site, code: string) {
  return mutationOptions({
    mutationFn: ({ version, body }: { version: number; body: PriceRequest }) =>
      dataOf(
        api.PUT("/v1/features/{code}/prices/{version}", {
          params: { header: onSite(site), path: { code, version } },
          body,
        }),
      ),
    onSuccess: askAgain(queries, site),
  });
}
