/** Questions and commands about the websites that the signed-in person owns. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import type { RegisterWebsite, WebsiteChange } from "./types";

export function websitesQuery(api: Api) {
  return queryOptions({
    queryKey: ["websites"],
    queryFn: async ({ signal }) => (await dataOf(api.GET("/v1/websites", { signal }))).items,
  });
}

/** One of them, with all that its owner sees of it. */
export function websiteQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ["websites", id],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/websites/{id}", { signal, params: { path: { id } } })),
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

export function changeWebsite(api: Api, queries: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (body: WebsiteChange) =>
      dataOf(api.PATCH("/v1/websites/{id}", { params: { path: { id } }, body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["websites"] }),
  });
}

/** One more redirect address, beside those of this moment and not those that a page still shows. */
export function allowRedirectUri(api: Api, queries: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: async (address: string) => {
      const { redirect_uris } = await queries.fetchQuery({
        ...websiteQuery(api, id),
        staleTime: 0,
      });
      if (redirect_uris.includes(address)) return;
      const body = { redirect_uris: [...redirect_uris, address] };
      await dataOf(api.PATCH("/v1/websites/{id}", { params: { path: { id } }, body }));
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["websites"] }),
  });
}

export function rotateClientSecret(api: Api, id: string) {
  return mutationOptions({
    mutationFn: () =>
      dataOf(api.POST("/v1/websites/{id}/client/rotate-secret", { params: { path: { id } } })),
    // The answer holds the secret: nothing keeps it once it was shown.
    gcTime: 0,
  });
}

/** The client of a page without a server: made when there is none, given these addresses when there is one. */
export function setPublicClient(api: Api, queries: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (redirect_uris: string[]) =>
      dataOf(
        api.POST("/v1/websites/{id}/public-client", {
          params: { path: { id } },
          body: { redirect_uris },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["websites"] }),
  });
}
