/** Queries and mutations of the plans that a website sells. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import { explainedDataOf } from "./explained";
import type { Plan, PlanRequest, PlanVersion, PlanVersionRequest } from "./types";
import { scopeHeaders, type WebsiteScope } from "./website-scope";

const keyOf = (scope: WebsiteScope) => ["website", scope.id, scope.mode, "billing"] as const;

function refetchBilling(queries: QueryClient, scope: WebsiteScope) {
  return () => queries.invalidateQueries({ queryKey: keyOf(scope) });
}

/** A new price is at Stripe within seconds; lists show it without a reload. */
const whilePending = (versions: readonly (PlanVersion | null | undefined)[]) =>
  versions.some((version) => version?.prices.some(({ stripe }) => stripe?.state === "pending"))
    ? 1500
    : false;

/** The decimal places of the platform's credits, which only a catalogue says. */
export function platformScaleQuery(api: Api, { mode }: WebsiteScope) {
  return queryOptions({
    queryKey: ["platform", mode, "scale"],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/me/catalog", { signal, params: { query: { mode } } })),
    select: ({ scale }) => scale,
  });
}

export function planVersionsQuery(api: Api, scope: WebsiteScope, code: string) {
  return queryOptions({
    queryKey: [...keyOf(scope), "plans", code, "versions"],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/plans/{code}/versions", {
          signal,
          params: { header: scopeHeaders(scope), path: { code }, query: { limit: 100 } },
        }),
      ),
    refetchInterval: ({ state }) => whilePending(state.data?.items ?? []),
  });
}

/** Returns what a request needs to keep the properties of a plan; it replaces all of them. */
export function detailsOf({ name, description, status, position, family }: Plan): PlanRequest {
  return { name, status, position, family, ...(description && { description }) };
}

/** Creates a plan or changes its name, text, place, family or status. */
export function savePlan(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: ({ code, body }: { code: string; body: PlanRequest }) =>
      dataOf(
        api.PUT("/v1/plans/{code}", {
          params: { header: scopeHeaders(scope), path: { code } },
          body,
        }),
      ),
    onSuccess: refetchBilling(queries, scope),
  });
}

/** Gives the plans these places; only those that have another place are saved. */
export function orderPlans(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: async (ordered: readonly Plan[]) => {
      for (const [position, plan] of ordered.entries()) {
        if (plan.position === position) continue;
        const params = { header: scopeHeaders(scope), path: { code: plan.code } };
        const body = { ...detailsOf(plan), position };
        await dataOf(api.PUT("/v1/plans/{code}", { params, body }));
      }
    },
    onSettled: refetchBilling(queries, scope),
  });
}

export function addPlanVersion(api: Api, queries: QueryClient, scope: WebsiteScope) {
  type Command = { code: string; version: number; body: PlanVersionRequest };
  return mutationOptions({
    mutationFn: ({ code, version, body }: Command) =>
      explainedDataOf(
        api.PUT("/v1/plans/{code}/versions/{version}", {
          params: { header: scopeHeaders(scope), path: { code, version } },
          body,
        }),
      ),
    onSuccess: refetchBilling(queries, scope),
  });
}

export function repairPlanPrice(api: Api, queries: QueryClient, scope: WebsiteScope) {
  type Command = { code: string; version: number; currency: string };
  return mutationOptions({
    mutationFn: (path: Command) =>
      explainedDataOf(
        api.POST("/v1/plans/{code}/versions/{version}/prices/{currency}/repair", {
          params: { header: scopeHeaders(scope), path },
        }),
      ),
    onSuccess: refetchBilling(queries, scope),
  });
}

/** Maps a price that was made in Stripe's dashboard to a version with the same money and period. */
export function mapStripePrice(api: Api, queries: QueryClient, scope: WebsiteScope) {
  type Command = { code: string; version: number; id: string };
  return mutationOptions({
    mutationFn: (path: Command) =>
      explainedDataOf(
        api.PUT("/v1/plans/{code}/versions/{version}/stripe-prices/{id}", {
          params: { header: scopeHeaders(scope), path },
        }),
      ),
    onSuccess: refetchBilling(queries, scope),
  });
}
