/** The automatic top-up of a website's customer: owners see it and turn it off. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import { scopeHeaders, type WebsiteScope } from "./website-scope";

export function customerTopUpQuery(api: Api, scope: WebsiteScope, id: string) {
  return queryOptions({
    queryKey: ["website", scope.id, scope.mode, "customers", id, "top-up"],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/v1/customers/{id}/top-up", {
          signal,
          params: { header: scopeHeaders(scope), path: { id } },
        }),
      ),
  });
}

export function turnOffCustomerTopUp(
  api: Api,
  queries: QueryClient,
  scope: WebsiteScope,
  id: string,
) {
  return mutationOptions({
    mutationFn: () =>
      dataOf(
        api.DELETE("/v1/customers/{id}/top-up", {
          params: { header: scopeHeaders(scope), path: { id } },
        }),
      ),
    // Not awaited: the dialog reports the success before its row is gone.
    onSuccess: (rule) => {
      queries.setQueryData(customerTopUpQuery(api, scope, id).queryKey, rule);
    },
  });
}
