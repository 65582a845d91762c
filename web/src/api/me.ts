/** Queries of the signed-in user. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";

export function meQuery(api: Api) {
  return queryOptions({
    queryKey: ["me"],
    queryFn: ({ signal }) => dataOf(api.GET("/v1/me", { signal })),
  });
}
