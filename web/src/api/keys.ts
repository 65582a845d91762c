/** Queries and mutations of a website's API keys. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import { onSite, type Site } from "./site";
import type { ApiKey, ApiKeyChange, ApiKeyRequest } from "./types";

const keyOfList = (site: Site) => ["sites", site.id, site.mode, "keys"];

/** All keys of the website's mode as one list, so that it can be sorted. */
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
            params: {
              header: onSite(site),
              query: { limit: 100, mode: site.mode, ...(cursor && { cursor }) },
            },
          }),
        );
        items.push(...page.items);
        cursor = page.next_cursor;
      } while (cursor);
      return { items };
    },
  });
}

function listAgain(queries: QueryClient, site: Site) {
  return () => queries.invalidateQueries({ queryKey: keyOfList(site) });
}

export function createKey(api: Api, queries: QueryClient, site: Site) {
  return mutationOptions({
    mutationFn: (wanted: Omit<ApiKeyRequest, "mode">) =>
      dataOf(
        api.POST("/v1/api-keys", {
          params: { header: onSite(site) },
          body: { ...wanted, mode: site.mode },
        }),
      ),
    onSuccess: listAgain(queries, site),
    // The response contains the secret, so the cache must not keep it.
    gcTime: 0,
  });
}

export function rotateKey(api: Api, queries: QueryClient, site: Site, id: string) {
  return mutationOptions({
    mutationFn: (overlap_seconds: number) =>
      dataOf(
        api.POST("/v1/api-keys/{id}/rotate", {
          params: { header: onSite(site), path: { id } },
          body: { overlap_seconds },
        }),
      ),
    // The server may have rotated although the response was lost. The dialog does not wait for the list.
    onSettled: () => void listAgain(queries, site)(),
    gcTime: 0,
  });
}

export function revokeKey(api: Api, queries: QueryClient, site: Site, id: string) {
  return mutationOptions({
    mutationFn: () =>
      dataOf(
        api.POST("/v1/api-keys/{id}/revoke", { params: { header: onSite(site), path: { id } } }),
      ),
    onSuccess: listAgain(queries, site),
  });
}

export function changeKey(api: Api, queries: QueryClient, site: Site, id: string) {
  return mutationOptions({
    mutationFn: (body: ApiKeyChange) =>
      dataOf(
        api.PATCH("/v1/api-keys/{id}", { params: { header: onSite(site), path: { id } }, body }),
      ),
    onSuccess: listAgain(queries, site),
  });
}

export function setKeyCaps(api: Api, queries: QueryClient, site: Site, id: string) {
  return mutationOptions({
    // An absent member means no cap.
    mutationFn: (body: NonNullable<ApiKeyRequest["caps"]>) =>
      dataOf(
        api.PUT("/v1/api-keys/{id}/caps", { params: { header: onSite(site), path: { id } }, body }),
      ),
    onSuccess: listAgain(queries, site),
  });
}
