/** Queries and mutations of a website's API keys. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import type { ApiKey, ApiKeyChange, ApiKeyRequest } from "./types";
import { scopeHeaders, type WebsiteScope } from "./website-scope";

const keyOfList = (scope: WebsiteScope) => ["website", scope.id, scope.mode, "keys"];

/** All keys of the website's mode as one list, so that it can be sorted. */
export function keysQuery(api: Api, scope: WebsiteScope) {
  return queryOptions({
    queryKey: keyOfList(scope),
    queryFn: async ({ signal }) => {
      const items: ApiKey[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await dataOf(
          api.GET("/v1/api-keys", {
            signal,
            params: {
              header: scopeHeaders(scope),
              query: { limit: 100, mode: scope.mode, ...(cursor && { cursor }) },
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

function refetchKeys(queries: QueryClient, scope: WebsiteScope) {
  return () => queries.invalidateQueries({ queryKey: keyOfList(scope) });
}

export function createKey(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: (request: Omit<ApiKeyRequest, "mode">) =>
      dataOf(
        api.POST("/v1/api-keys", {
          params: { header: scopeHeaders(scope) },
          body: { ...request, mode: scope.mode },
        }),
      ),
    onSuccess: refetchKeys(queries, scope),
    // The response contains the secret, so the cache must not keep it.
    gcTime: 0,
  });
}

export function rotateKey(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    mutationFn: (overlap_seconds: number) =>
      dataOf(
        api.POST("/v1/api-keys/{id}/rotate", {
          params: { header: scopeHeaders(scope), path: { id } },
          body: { overlap_seconds },
        }),
      ),
    // The server may have rotated although the response was lost. The dialog does not wait for the list.
    onSettled: () => void refetchKeys(queries, scope)(),
    gcTime: 0,
  });
}

export function revokeKey(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    mutationFn: () =>
      dataOf(
        api.POST("/v1/api-keys/{id}/revoke", {
          params: { header: scopeHeaders(scope), path: { id } },
        }),
      ),
    onSuccess: refetchKeys(queries, scope),
  });
}

export function changeKey(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    mutationFn: (body: ApiKeyChange) =>
      dataOf(
        api.PATCH("/v1/api-keys/{id}", {
          params: { header: scopeHeaders(scope), path: { id } },
          body,
        }),
      ),
    onSuccess: refetchKeys(queries, scope),
  });
}

export function setKeyCaps(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    // An absent member means no cap.
    mutationFn: (body: NonNullable<ApiKeyRequest["caps"]>) =>
      dataOf(
        api.PUT("/v1/api-keys/{id}/caps", {
          params: { header: scopeHeaders(scope), path: { id } },
          body,
        }),
      ),
    onSuccess: refetchKeys(queries, scope),
  });
}
