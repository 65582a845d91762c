/** Questions and commands about a website's API keys. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import { naming, type Site } from "./site";
import type { ApiKey, NewApiKey } from "./types";

const keyOfList = (site: Site) => ["sites", site.id, "keys"];

/** All keys of the site's mode: the API answers both modes mixed, a page at a time. */
export function keysQuery(api: Api, site: Site) {
  return queryOptions({
    queryKey: keyOfList(site),
    queryFn: async ({ signal }) => {
      const items: ApiKey[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await dataOf(
          api.GET("/v1/api-keys", {
            signal,
            params: { header: naming(site), query: { limit: 100, ...(cursor && { cursor }) } },
          }),
        );
        items.push(...page.items);
        cursor = page.next_cursor;
      } while (cursor);
      return items;
    },
    select: (items) => ({ items: items.filter(({ mode }) => mode === site.mode) }),
  });
}

function listAgain(queries: QueryClient, site: Site) {
  return () => queries.invalidateQueries({ queryKey: keyOfList(site) });
}

export function createKey(api: Api, queries: QueryClient, site: Site) {
  return mutationOptions({
    mutationFn: (wanted: Omit<NewApiKey, "mode">) =>
      dataOf(
        api.POST("/v1/api-keys", {
          params: { header: naming(site) },
          body: { ...wanted, mode: site.mode },
        }),
      ),
    onSuccess: listAgain(queries, site),
    // The answer holds the secret: nothing keeps it once it was shown.
    gcTime: 0,
  });
}

export function rotateKey(api: Api, queries: QueryClient, site: Site, id: string) {
  return mutationOptions({
    mutationFn: (overlap_seconds: number) =>
      dataOf(
        api.POST("/v1/api-keys/{id}/rotate", {
          params: { header: naming(site), path: { id } },
          body: { overlap_seconds },
        }),
      ),
    onSuccess: listAgain(queries, site),
    gcTime: 0,
  });
}

export function revokeKey(api: Api, queries: QueryClient, site: Site, id: string) {
  return mutationOptions({
    mutationFn: () =>
      dataOf(
        api.POST("/v1/api-keys/{id}/revoke", { params: { header: naming(site), path: { id } } }),
      ),
    onSuccess: listAgain(queries, site),
  });
}

export function setKeyCaps(api: Api, queries: QueryClient, site: Site, id: string) {
  return mutationOptions({
    // What is absent has no cap.
    mutationFn: (body: NonNullable<NewApiKey["caps"]>) =>
      dataOf(
        api.PUT("/v1/api-keys/{id}/caps", { params: { header: naming(site), path: { id } }, body }),
      ),
    onSuccess: listAgain(queries, site),
  });
}
