/** Queries and mutations of a website's settings: state, sign-up grant, credit policy and alerts. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import type { CreditPolicy, SignupGrant } from "./types";
import { scopeHeaders, type WebsiteScope } from "./website-scope";

export function alertsQuery(api: Api, scope: WebsiteScope) {
  return queryOptions({
    queryKey: ["website", scope.id, scope.mode, "alerts"],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/alerts", { signal, params: { header: scopeHeaders(scope) } })),
  });
}

export function setAlerts(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: (low_credits: number | null) =>
      dataOf(
        api.PUT("/v1/alerts", {
          params: { header: scopeHeaders(scope) },
          body: low_credits === null ? {} : { low_credits },
        }),
      ),
    onSuccess: (response) => queries.setQueryData(alertsQuery(api, scope).queryKey, response),
  });
}

export function signupGrantQuery(api: Api, scope: WebsiteScope) {
  return queryOptions({
    queryKey: ["website", scope.id, scope.mode, "signup-grant"],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/policies/signup-grant", {
          signal,
          params: { header: scopeHeaders(scope), query: { mode: scope.mode } },
        }),
      ),
  });
}

type GrantSettings = Pick<SignupGrant, "enabled"> & { amount: number; expires_days?: number };

export function setSignupGrant(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: (request: GrantSettings) =>
      dataOf(
        api.PUT("/v1/policies/signup-grant", {
          params: { header: scopeHeaders(scope) },
          body: { ...request, mode: scope.mode },
        }),
      ),
    onSuccess: (response) => queries.setQueryData(signupGrantQuery(api, scope).queryKey, response),
  });
}

export function creditPolicyQuery(api: Api, scope: WebsiteScope) {
  return queryOptions({
    queryKey: ["website", scope.id, scope.mode, "credit-policy"],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/policies/credits", { signal, params: { header: scopeHeaders(scope) } })),
  });
}

export function setCreditPolicy(api: Api, queries: QueryClient, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: (body: Omit<CreditPolicy, "mode">) =>
      dataOf(api.PUT("/v1/policies/credits", { params: { header: scopeHeaders(scope) }, body })),
    onSuccess: (response) => queries.setQueryData(creditPolicyQuery(api, scope).queryKey, response),
  });
}

/** Suspends or resumes a website. */
export function switchWebsite(api: Api, queries: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (to: "suspend" | "resume") => {
      const call = { params: { path: { id } } };
      return dataOf(
        to === "suspend"
          ? api.POST("/v1/websites/{id}/suspend", call)
          : api.POST("/v1/websites/{id}/resume", call),
      );
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ["websites"] }),
  });
}
