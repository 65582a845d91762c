/** Queries and mutations of the operator. */
import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { type Api, dataOf, done } from "./client";

type Page = { cursor?: string; limit?: number };

export function healthQuery(api: Api) {
  return queryOptions({
    queryKey: ["operator", "health"],
    queryFn: ({ signal }) => dataOf(api.GET("/v1/operator/health", { signal })),
    refetchInterval: 30_000,
  });
}

export function usersQuery(api: Api, search: Page & { q?: string }) {
  return queryOptions({
    queryKey: ["operator", "users", search],
    // The previous results stay while the user types.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/operator/users", { signal, params: { query: search } })),
  });
}

export function userQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ["operator", "user", id],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/operator/users/{id}", { signal, params: { path: { id } } })),
  });
}

/** The operator's actions on a user. */
export type UserAction = "activate" | "deactivate" | "end-sessions";

export function actOnUser(api: Api, queries: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: ({ act, reason }: { act: UserAction; reason: string }) => {
      const call = { params: { path: { id } }, ...(reason !== "" && { body: { reason } }) };
      switch (act) {
        case "activate":
          return done(api.POST("/v1/users/{id}/activate", call));
        case "deactivate":
          return done(api.POST("/v1/users/{id}/deactivate", call));
        case "end-sessions":
          return done(api.POST("/v1/operator/users/{id}/end-sessions", call));
      }
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["operator"] }),
  });
}

/** Starts a view as this user. */
export function beginView(api: Api, id: string) {
  return mutationOptions({
    mutationFn: (reason: string) =>
      dataOf(
        api.POST("/v1/operator/users/{id}/views", { params: { path: { id } }, body: { reason } }),
      ),
    gcTime: 0,
  });
}

export function allWebsitesQuery(api: Api, search: Page & { q?: string }) {
  return queryOptions({
    queryKey: ["operator", "websites", search],
    // The previous results stay while the user types.
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/operator/websites", { signal, params: { query: search } })),
  });
}

/** Transfers a website to another owner. */
export function handOverWebsite(api: Api, queries: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: ({ user_id, reason, force }: { user_id: string; reason: string; force: boolean }) =>
      done(
        api.POST("/v1/operator/websites/{id}/hand-over", {
          params: { path: { id } },
          body: { user_id, ...(reason !== "" && { reason }), ...(force && { force }) },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["operator"] }),
  });
}

export type AuditSearch = {
  actor?: string;
  act?: string;
  subject?: string;
  from?: string;
  to?: string;
};

/** Converts typed days to timestamps: both days in full, in UTC, to the last stored microsecond. */
function moments({ from, to, ...rest }: Page & AuditSearch) {
  return {
    ...rest,
    ...(from && { from: `${from}T00:00:00Z` }),
    ...(to && { to: `${to}T23:59:59.999999Z` }),
  };
}

export function auditQuery(api: Api, search: Page & AuditSearch) {
  return queryOptions({
    queryKey: ["operator", "audit", search],
    queryFn: async ({ signal }) => {
      const query = moments(search);
      const page = await dataOf(api.GET("/v1/operator/audit", { signal, params: { query } }));
      // The operation can also return a file.
      if (typeof page === "string") throw new TypeError("the audit log came as a file");
      return page;
    },
  });
}

/** The server writes at most this many of the latest lines into a file. */
export const maxAuditLines = 10_000;

/** Exports the audit log as the file that the server writes. */
export function exportAudit(api: Api) {
  return mutationOptions({
    mutationFn: async (search: AuditSearch) => {
      const response = await api.GET("/v1/operator/audit", {
        params: { query: moments(search) },
        headers: { accept: "text/csv" },
        parseAs: "text",
      });
      return String(await dataOf(Promise.resolve(response)));
    },
    gcTime: 0,
  });
}

export function signingKeysQuery(api: Api) {
  return queryOptions({
    queryKey: ["operator", "signing-keys"],
    queryFn: ({ signal }) => dataOf(api.GET("/v1/operator/signing-keys", { signal })),
  });
}

export function rotateSigningKeys(api: Api, queries: QueryClient) {
  return mutationOptions({
    mutationFn: () => done(api.POST("/v1/operator/signing-keys/rotate")),
    // The server may have rotated although the response was lost. The dialog does not wait for the list.
    onSettled: () => void queries.invalidateQueries({ queryKey: ["operator"] }),
  });
}

type StateSearch = Page & { state?: string };

export function allWebhookDeliveriesQuery(api: Api, search: StateSearch) {
  return queryOptions({
    queryKey: ["operator", "webhook-deliveries", search],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/operator/webhook-deliveries", {
          signal,
          params: { query: search },
        }),
      ),
  });
}

export function mailDeliveriesQuery(api: Api, search: StateSearch & { q?: string }) {
  return queryOptions({
    queryKey: ["operator", "mail-deliveries", search],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/operator/mail-deliveries", {
          signal,
          params: { query: search },
        }),
      ),
    refetchInterval: 30_000,
  });
}
