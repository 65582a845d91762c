/** Questions and commands about the websites that the signed-in person owns. */
import { mutationOptions, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { type Api, dataOf, useApi } from "./client";
import { useSite } from "./site";
import type { RegisterWebsite, Website, WebsiteChange } from "./types";

export function websitesQuery(api: Api) {
  return queryOptions({
    queryKey: ["websites"],
    queryFn: async ({ signal }) => (await dataOf(api.GET("/v1/websites", { signal }))).items,
  });
}

/** The one of its clients that has this id; its own one has the website's addresses. */
export function clientOf(website: Website, client_id: string) {
  const { public_client } = website;
  return public_client?.client_id === client_id ? public_client : website;
}

/** One of them, with all that its owner sees of it. */
export function websiteQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ["websites", id],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/websites/{id}", { signal, params: { path: { id } } })),
  });
}

/** With how many decimal places the page's website shows its credits: asked of itself, as a list of before it was registered does not have it. */
export function useScale() {
  const { id } = useSite();
  return useQuery({ ...websiteQuery(useApi(), id), select: ({ scale }) => scale });
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

/** One more redirect address of one of its clients, beside those of this moment and not those that a page still shows. */
export function allowRedirectUri(api: Api, queries: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: async ({ client_id, address }: { client_id: string; address: string }) => {
      const website = await queries.fetchQuery({ ...websiteQuery(api, id), staleTime: 0 });
      const { redirect_uris } = clientOf(website, client_id);
      if (redirect_uris.includes(address)) return;
      const call = {
        params: { path: { id } },
        body: { redirect_uris: [...redirect_uris, address] },
      };
      await (client_id === website.public_client?.client_id
        ? dataOf(api.POST("/v1/websites/{id}/public-client", call))
        : dataOf(api.PATCH("/v1/websites/{id}", call)));
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
