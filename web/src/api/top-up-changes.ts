/** Changes the user's automatic top-up at one seller, and queries its purchases. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { answerOf, command } from "./billing-command";
import { type Api, dataOf } from "./client";
import type { components } from "./generated/product-api";
import {
  myTopUpQuery,
  type TopUp,
  type TopUpAttempt,
  type TopUpPlace,
  topUpKey,
  waitMilliseconds,
} from "./top-ups";

/** The seller comes from the place. */
type TopUpTerms = Omit<components["schemas"]["TopUpRequest"], "website" | "mode">;

/** The number of attempts that the page shows. */
const shownAttempts = 5;

/** A first read takes less; a clock of the browser that is wrong costs a request, or shows the balance of before. */
const firstReadMilliseconds = 60_000;

const isOpen = ({ state }: TopUpAttempt) => state !== "paid" && state !== "failed";

/** Returns true if an attempt may have ended after the balance was read. */
function hasJustEnded(attempt: TopUpAttempt, before: TopUpAttempt[] | undefined): boolean {
  if (isOpen(attempt)) return false;
  if (before) return !before.some((one) => one.id === attempt.id && !isOpen(one));
  return Date.now() - Date.parse(attempt.settled_at ?? "") < firstReadMilliseconds;
}

/** Refetches everything of this key, and what a purchase changes. Not awaited: the dialog closes first. */
function refetch(queries: QueryClient, changed: readonly unknown[]) {
  for (const queryKey of [changed, ["credits"], ["buying", "payments"]])
    void queries.invalidateQueries({ queryKey });
}

/** Returns the newest attempts; the end of one changes the balance, the month and the payments too. */
export function myTopUpAttemptsQuery(api: Api, queries: QueryClient, place: TopUpPlace) {
  const queryKey = [...topUpKey(place), "attempts"];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const query = { ...place, limit: shownAttempts };
      const page = await dataOf(api.GET("/v1/me/top-up/attempts", { signal, params: { query } }));
      const before = queries.getQueryData<TopUpAttempt[]>(queryKey);
      if (page.items.some((attempt) => hasJustEnded(attempt, before))) {
        refetch(queries, [...topUpKey(place), "rule"]);
      }
      return page.items;
    },
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? waitMilliseconds : false),
  });
}

function afterwards(api: Api, queries: QueryClient, place: TopUpPlace) {
  return {
    onSuccess: (rule: TopUp) => {
      queries.setQueryData(myTopUpQuery(api, place).queryKey, rule);
    },
    onSettled: () => refetch(queries, topUpKey(place)),
  };
}

/** Turns the top-up on, or changes it. */
export function saveTopUp(api: Api, queries: QueryClient, place: TopUpPlace) {
  return mutationOptions({
    mutationFn: (terms: TopUpTerms) =>
      answerOf(api.PUT("/v1/me/top-up", { body: { ...place, ...terms } })),
    ...afterwards(api, queries, place),
  });
}

export function turnOffTopUp(api: Api, queries: QueryClient, place: TopUpPlace) {
  return mutationOptions({
    mutationFn: () => answerOf(api.DELETE("/v1/me/top-up", { params: { query: place } })),
    ...afterwards(api, queries, place),
  });
}

/** Tries a purchase again now. */
export function retryTopUp(api: Api, queries: QueryClient, place: TopUpPlace) {
  return mutationOptions({
    mutationFn: () =>
      command(["top-up", place], (header) =>
        api.POST("/v1/me/top-up/retry", { params: { header }, body: place }),
      ),
    ...afterwards(api, queries, place),
  });
}
