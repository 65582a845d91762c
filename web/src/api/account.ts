/** Queries and mutations of the user's own account, which the identity provider stores. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type AccountApi, dataOf, done } from "./client";
import type { ProfileChange } from "./types";

export function profileQuery(api: AccountApi) {
  return queryOptions({
    queryKey: ["account", "profile"],
    queryFn: ({ signal }) => dataOf(api.GET("/profile", { signal })),
  });
}

export function changeProfile(api: AccountApi, queries: QueryClient) {
  return mutationOptions({
    mutationFn: (body: ProfileChange) => dataOf(api.PATCH("/profile", { body })),
    onSuccess: (profile) => {
      queries.setQueryData(profileQuery(api).queryKey, profile);
      return queries.invalidateQueries({ queryKey: ["me"] });
    },
  });
}

export function signInMethodsQuery(api: AccountApi) {
  return queryOptions({
    queryKey: ["account", "sign-in-methods"],
    queryFn: ({ signal }) => dataOf(api.GET("/sign-in-methods", { signal })),
  });
}

export type SignInMethod = { kind: "account" | "passkey"; id: string; name: string };

export function removeSignInMethod(api: AccountApi, queries: QueryClient) {
  return mutationOptions({
    mutationFn: ({ kind, id }: SignInMethod) =>
      done(
        kind === "account"
          ? api.DELETE("/accounts/{account_id}", { params: { path: { account_id: id } } })
          : api.DELETE("/passkeys/{passkey_id}", { params: { path: { passkey_id: id } } }),
      ),
    // The removal also ends the user's other sessions.
    onSuccess: () => queries.invalidateQueries({ queryKey: ["account"] }),
  });
}

export function renamePasskey(api: AccountApi, queries: QueryClient, passkey_id: string) {
  return mutationOptions({
    mutationFn: (name: string) =>
      done(
        api.PATCH("/passkeys/{passkey_id}", { params: { path: { passkey_id } }, body: { name } }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["account", "sign-in-methods"] }),
  });
}

export function sessionsQuery(api: AccountApi) {
  return queryOptions({
    queryKey: ["account", "sessions"],
    queryFn: ({ signal }) => dataOf(api.GET("/sessions", { signal })),
  });
}

/** Ends one session, or all except the current one. */
export function endSessions(api: AccountApi, queries: QueryClient) {
  return mutationOptions({
    mutationFn: (which: { id: string } | "others") =>
      which === "others"
        ? done(api.DELETE("/sessions", { params: { query: { except: "current" } } }))
        : done(
            api.DELETE("/sessions/{session_id}", { params: { path: { session_id: which.id } } }),
          ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["account", "sessions"] }),
  });
}

export function applicationsQuery(api: AccountApi) {
  return queryOptions({
    queryKey: ["account", "applications"],
    queryFn: ({ signal }) => dataOf(api.GET("/applications", { signal })),
  });
}

export function revokeApplication(api: AccountApi, queries: QueryClient) {
  return mutationOptions({
    mutationFn: (client_id: string) =>
      done(api.DELETE("/applications/{client_id}", { params: { path: { client_id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["account"] }),
  });
}

/** Exports the user's data as the identity provider wrote it. */
export function exportAccount(api: AccountApi) {
  return mutationOptions({
    mutationFn: async () =>
      JSON.stringify(await dataOf(api.GET("/export", { parseAs: "json" })), null, 2),
    gcTime: 0,
  });
}

/** apiFetch repeats this request after a lost response. */
export function deleteAccount(api: AccountApi) {
  return mutationOptions({
    mutationFn: (confirm: string) => dataOf(api.POST("/deletion", { body: { confirm } })),
  });
}
