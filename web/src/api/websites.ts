/** Questions and commands about the websites that the signed-in person owns. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import type { RegisterWebsite } from "./types";

export function websitesQuery(api: Api) {
  return queryOptions({
    queryKey: ["websites"],
    queryFn: async ({ signal }) => (await dataOf(api.GET("/v1/websites", { signal }))).items,
  });
}

/** One of them; what the list has answered is shown at once. */
export function websiteQuery(api: Api, queries: QueryClient, id: string) {
  return queryOptions({
    queryKey: ["websites", id],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/websites/{id}", { signal, params: { path: { id } } })),
    initialData: () =>
      queries.getQueryData(websitesQuery(api).queryKey)?.find((website) => website.id === id),
    initialDataUpdatedAt: () => queries.getQueryState(["websites"])?.dataUpdatedAt,
  });
}

export function registerWebsite(api: Api, queries: QueryClient) {
  return mutationOptions({
    mutationKey: ["websites", "register"],
    mutationFn: (body: RegisterWebsite) => dataOf(api.POST("/v1/websites", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["websites"] }),
    // The answer holds secrets: nothing keeps it once the page that shows it is gone.
    gcTime: 0,
  });
}
