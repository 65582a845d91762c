/** Queries and mutations of a website's branding on the sign-in pages. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import type { BrandingRequest } from "./types";

export function brandingQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ["websites", id, "branding"],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/websites/{id}/branding", { signal, params: { path: { id } } })),
  });
}

export function setBranding(api: Api, queries: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (body: BrandingRequest) =>
      dataOf(api.PUT("/v1/websites/{id}/branding", { params: { path: { id } }, body })),
    onSuccess: (response) => queries.setQueryData(brandingQuery(api, id).queryKey, response),
  });
}
