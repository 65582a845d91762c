/** Query of the problems that an owner of websites has to solve. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";

/** A notice disappears with its cause, so nothing marks it as read. */
export function noticesQuery(api: Api) {
  return queryOptions({
    queryKey: ["me", "notices"],
    queryFn: ({ signal }) => dataOf(api.GET("/v1/me/notices", { signal })),
  });
}
