/** Queries and mutations of the signed-in user's own websites. */
import { mutationOptions, type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { type Api, dataOf, useApi } from "./client";
import type {
  PublicClientRequest,
  RegisterWebsite,
  SignInFix,
  Website,
  WebsiteChange,
} from "./types";
import { useWebsiteScope } from "./website-scope";

export function websitesQuery(api: Api) {
  return queryOptions({
    queryKey: ["websites"],
    queryFn: async ({ signal }) => (await dataOf(api.GET("/v1/websites", { signal }))).items,
  });
}

/** Returns the website's client with this id; the website's own client has the website's addresses. */
export function clientOf(website: Website, client_id: string) {
  const { public_client } = website;
  return public_client?.client_id === client_id ? public_client : website;
}

/** One website with all properties that its owner sees. */
export function websiteQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ["websites", id],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/websites/{id}", { signal, params: { path: { id } } })),
  });
}

/** The decimal places of the page's website. It uses the website's own query, because a cached list may be older than the website. */
export function useScale() {
  const { id } = useWebsiteScope();
  return useQuery({ ...websiteQuery(useApi(), id), select: ({ scale }) => scale });
}

export function registerWebsite(api: Api, queries: QueryClient) {
  return mutationOptions({
    mutationKey: ["websites", "register"],
    mutationFn: (body: RegisterWebsite) => dataOf(api.POST("/v1/websites", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["websites"] }),
    // The response contains secrets, so the cache drops it with the page that shows it.
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

/** Returns the client's address list that a fix extends. */
export function addressesOf(
  client: Pick<Website, "redirect_uris" | "post_logout_redirect_uris">,
  { kind }: Pick<SignInFix, "kind">,
): string[] {
  return kind === "allow-redirect-uri" ? client.redirect_uris : client.post_logout_redirect_uris;
}

/** Adds an address to one of a website's clients. It loads the current list first, because the page's list may be outdated. */
export function allowAddress(api: Api, queries: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: async ({ client_id, fix }: { client_id: string; fix: SignInFix }) => {
      const website = await queries.fetchQuery({ ...websiteQuery(api, id), staleTime: 0 });
      const client = clientOf(website, client_id);
      const known = addressesOf(client, fix);
      if (known.includes(fix.value)) return;
      const list = [...known, fix.value];
      const body =
        fix.kind === "allow-redirect-uri"
          ? { redirect_uris: list }
          : { post_logout_redirect_uris: list };
      const params = { path: { id } };
      await (client === website.public_client
        ? dataOf(
            api.POST("/v1/websites/{id}/public-client", {
              params,
              body: { redirect_uris: client.redirect_uris, ...body },
            }),
          )
        : dataOf(api.PATCH("/v1/websites/{id}", { params, body })));
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["websites"] }),
  });
}

export function rotateClientSecret(api: Api, queries: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (overlap_seconds: number) =>
      dataOf(
        api.POST("/v1/websites/{id}/client/rotate-secret", {
          params: { path: { id } },
          body: { overlap_seconds },
        }),
      ),
    // The server may have rotated although the response was lost. The dialog does not wait for the website.
    onSettled: () => void queries.invalidateQueries({ queryKey: ["websites"] }),
    // The response contains the secret, so the cache must not keep it.
    gcTime: 0,
  });
}

/** Creates the website's public client, or changes its addresses if it exists. */
export function setPublicClient(api: Api, queries: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (body: PublicClientRequest) =>
      dataOf(api.POST("/v1/websites/{id}/public-client", { params: { path: { id } }, body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["websites"] }),
  });
}
