/** Queries and mutations of a website's settings: state, sign-up grant, credit policy and alerts. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import { onSite, type Site } from "./site";
import type { CreditPolicy, SignupGrant } from "./types";

export function alertsQuery(api: Api, site: Site) {
  return queryOptions({
    queryKey: ["sites", site.id, site.mode, "alerts"],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/alerts", { signal, params: { header: onSite(site) } })),
  });
}

export function setAlerts(api: Api, queries: QueryClient, site: Site) {
  return mutationOptions({
    mutationFn: (low_credits: number | null) =>
      dataOf(
        api.PUT("/v1/alerts", {
          params: { header: onSite(site) },
          body: low_credits === null ? {} : { low_credits },
        }),
      ),
    onSuccess: (answer) => queries.setQueryData(alertsQuery(api, site).queryKey, answer),
  });
}

export function signupGrantQuery(api: Api, site: Site) {
  return queryOptions({
    queryKey: ["sites", site.id, site.mode, "signup-grant"],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/policies/signup-grant", {
          signal,
          params: { header: onSite(site), query: { mode: site.mode } },
        }),
      ),
  });
}

type WantedGrant = Pick<SignupGrant, "enabled"> & { amount: number; expires_days?: number };

export function setSignupGrant(api: Api, queries: QueryClient, site: Site) {
  return mutationOptions({
    mutationFn: (wanted: WantedGrant) =>
      dataOf(
        api.PUT("/v1/policies/signup-grant", {
          params: { header: onSite(site) },
          body: { ...wanted, mode: site.mode },
        }),
      ),
    onSuccess: (answer) => queries.setQueryData(signupGrantQuery(api, site).queryKey, answer),
  });
}

export function creditPolicyQuery(api: Api, site: Site) {
  return queryOptions({
    queryKey: ["sites", site.id, site.mode, "credit-policy"],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/policies/credits", { signal, params: { header: onSite(site) } })),
  });
}

export function setCreditPolicy(api: Api, queries: QueryClient, site: Site) {
  return mutationOptions({
    mutationFn: (body: Omit<CreditPolicy, "mode">) =>
      dataOf(api.PUT("/v1/policies/credits", { params: { header: onSite(site) }, body })),
    onSuccess: (answer) => queries.setQueryData(creditPolicyQuery(api, site).queryKey, answer),
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
