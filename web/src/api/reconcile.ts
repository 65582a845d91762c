/** Queries and mutations of comparisons with Stripe: a website's own, and those of the whole installation. */
import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import type { BillingFindingState, ReconcileRun, StripeObjectKind } from "./types";
import { previousDataOf, scopeHeaders, type WebsiteScope } from "./website-scope";

type Page = { cursor?: string; limit?: number };
type Runs = { items: ReconcileRun[] };

/** A run in progress is asked for each second, and a finished one no more. */
function pollRunning({ state }: { state: { data?: Runs | undefined } }): number | false {
  return state.data?.items.some(isRunning) ? 1_000 : false;
}

export function isRunning({ state }: ReconcileRun): boolean {
  return state === "running";
}

/** Changes when a run ends, which may open and close findings. */
function lastEnd(runs: Runs | undefined): string {
  return runs?.items.find((run) => !isRunning(run))?.id ?? "";
}

const keyOf = (scope: WebsiteScope, ...rest: unknown[]) => [
  "website",
  scope.id,
  scope.mode,
  "billing",
  ...rest,
];

export function runsQuery(api: Api, scope: WebsiteScope) {
  return queryOptions({
    queryKey: keyOf(scope, "runs"),
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/billing/reconcile", { signal, params: { header: scopeHeaders(scope) } })),
    refetchInterval: pollRunning,
  });
}

export function findingsQuery(
  api: Api,
  scope: WebsiteScope,
  page: Page & { state: BillingFindingState; runs?: Runs | undefined },
) {
  const { runs, ...query } = page;
  return queryOptions({
    queryKey: keyOf(scope, "findings", query, lastEnd(runs)),
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/billing/findings", {
          signal,
          params: { header: scopeHeaders(scope), query },
        }),
      ),
    placeholderData: previousDataOf(scope),
  });
}

/** Starts a comparison; while one is running, the server returns that one. */
export function startRun(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: () =>
      dataOf(
        api.POST("/v1/billing/reconcile", {
          params: { header: scopeHeaders(scope) },
          body: {},
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(scope, "runs") }),
  });
}

export function acceptFinding(api: Api, queries: QueryClient, scope: WebsiteScope, id: string) {
  return mutationOptions({
    mutationFn: (reason: string) =>
      dataOf(
        api.POST("/v1/billing/findings/{id}/accept", {
          params: { header: scopeHeaders(scope), path: { id } },
          body: { reason },
        }),
      ),
    // Not awaited: the new list ends the dialog, which has to report the success before.
    onSuccess: () => void queries.invalidateQueries({ queryKey: keyOf(scope) }),
  });
}

/** Has an object fetched from Stripe and applied, as if an event had arrived. */
export function replayObject(api: Api, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: ({ kind, id }: { kind: StripeObjectKind; id: string }) =>
      dataOf(
        api.POST("/v1/billing/inbox/{kind}/{id}/replay", {
          params: { header: scopeHeaders(scope), path: { kind, id } },
        }),
      ),
  });
}

const operatorKey = ["operator", "billing"];

export function allConnectionsQuery(api: Api, page: Page) {
  return queryOptions({
    queryKey: [...operatorKey, "connections", page],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/operator/billing", { signal, params: { query: page } })),
    refetchInterval: 30_000,
  });
}

export function deadLettersQuery(api: Api, page: Page & { error?: string }) {
  return queryOptions({
    queryKey: [...operatorKey, "dead-letters", page],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/operator/billing/dead-letters", { signal, params: { query: page } })),
    placeholderData: keepPreviousData,
  });
}

export function allRunsQuery(api: Api) {
  return queryOptions({
    queryKey: [...operatorKey, "runs"],
    queryFn: ({ signal }) => dataOf(api.GET("/v1/operator/billing/reconcile", { signal })),
    refetchInterval: pollRunning,
  });
}

export function allFindingsQuery(
  api: Api,
  page: Page & { state: BillingFindingState; runs?: Runs | undefined },
) {
  const { runs, ...query } = page;
  return queryOptions({
    queryKey: [...operatorKey, "findings", query, lastEnd(runs)],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/operator/billing/findings", { signal, params: { query } })),
    placeholderData: keepPreviousData,
  });
}

/** Accepts a finding of a Stripe account of the platform, as the operator. */
export function acceptPlatformFinding(api: Api, queries: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (reason: string) =>
      dataOf(
        api.POST("/v1/operator/billing/findings/{id}/accept", {
          params: { path: { id } },
          body: { reason },
        }),
      ),
    // Not awaited, as above.
    onSuccess: () => void queries.invalidateQueries({ queryKey: operatorKey }),
  });
}

/** Starts comparisons of one Stripe account, or without an id of all accounts that work. */
export function startRuns(api: Api, queries: QueryClient) {
  return mutationOptions({
    mutationFn: (connection_id?: string) =>
      dataOf(
        api.POST("/v1/operator/billing/reconcile", {
          body: { ...(connection_id !== undefined && { connection_id }) },
        }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: operatorKey }),
  });
}

type Replay =
  | { object: { connection_id: string; kind: StripeObjectKind; stripe_object: string } }
  | { error: string };

/** Applies one object again, or at most 500 dead ones with an error. */
export function replayDeadLetters(api: Api, queries: QueryClient) {
  return mutationOptions({
    mutationFn: (body: Replay) => dataOf(api.POST("/v1/operator/billing/replay", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: operatorKey }),
  });
}
