/** Queries the user's automatic top-up at one seller. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import type { components } from "./generated/product-api";

type Schemas = components["schemas"];

export type TopUp = Schemas["TopUp"];
export type TopUpAttempt = Schemas["TopUpAttempt"];
/** The platform has no website. */
export type TopUpPlace = { website?: string; mode: "live" | "test" };

/** The key of everything about it. */
export const topUpKey = ({ website, mode }: TopUpPlace) =>
  ["my-top-up", website ?? null, mode] as const;

/** How often a page that waits asks the server. */
export const waitMilliseconds = 5_000;
/** The buyer acts on a page of Stripe, which may be open in another tab. */
const isWaiting = ({ state }: TopUp) => state === "needs_action" || state === "needs_card";

export function myTopUpQuery(api: Api, place: TopUpPlace) {
  return queryOptions({
    queryKey: [...topUpKey(place), "rule"],
    queryFn: ({ signal }) => dataOf(api.GET("/v1/me/top-up", { signal, params: { query: place } })),
    refetchInterval: ({ state }) =>
      state.data && isWaiting(state.data) ? waitMilliseconds : false,
  });
}
