/** Queries and mutations of a website's features and prices. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import type { PriceRequest } from "./types";
import { scopeHeaders, type WebsiteScope } from "./website-scope";

const keyOfAll = (scope: WebsiteScope) => ["website", scope.id, scope.mode, "features"];

export function featuresQuery(api: Api, scope: WebsiteScope, page: { cursor?: string }) {
  return queryOptions({
    queryKey: [...keyOfAll(scope), "list", page],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/features", {
          signal,
          params: { header: scopeHeaders(scope), query: { limit: 100, ...page } },
        }),
      ),
  });
}

export function featureQuery(api: Api, scope: WebsiteScope, code: string) {
  return queryOptions({
    queryKey: [...keyOfAll(scope), code],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/features/{code}", {
          signal,
          params: { header: scopeHeaders(scope), path: { code } },
        }),
      ),
  });
}

export function pricesQuery(
  api: Api,
  scope: WebsiteScope,
  code: string,
  page: { cursor?: string },
) {
  return queryOptions({
    queryKey: [...keyOfAll(scope), code, "prices", page],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/features/{code}/prices", {
          signal,
          params: { header: scopeHeaders(scope), path: { code }, query: { limit: 25, ...page } },
        }),
      ),
  });
}

function refetchFeatures(queries: QueryClient, scope: WebsiteScope) {
  return () => queries.invalidateQueries({ queryKey: keyOfAll(scope) });
}

/** Adds a feature or renames an existing one. */
export function saveFeature(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: ({ code, name }: { code: string; name: string }) =>
      dataOf(
        api.PUT("/v1/features/{code}", {
          params: { header: scopeHeaders(scope), path: { code } },
          body: { name },
        }),
      ),
    onSuccess: refetchFeatures(queries, scope),
  });
}

export function addPrice(api: Api, queries: QueryClient, scope: WebsiteScope, code: string) {
  return mutationOptions({
    mutationFn: ({ version, body }: { version: number; body: PriceRequest }) =>
      dataOf(
        api.PUT("/v1/features/{code}/prices/{version}", {
          params: { header: scopeHeaders(scope), path: { code, version } },
          body,
        }),
      ),
    onSuccess: refetchFeatures(queries, scope),
  });
}
