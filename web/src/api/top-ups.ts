/** Queries and mutations of the user's automatic top-up at one seller. */
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { createIdempotencyKeys } from "@/lib/idempotency";
import { Problem, problemOfResponse } from "@/lib/problem";
import { type Api, dataOf } from "./client";
import type { components } from "./generated/product-api";

type Schemas = components["schemas"];

export type TopUp = Schemas["TopUp"];
export type TopUpAttempt = Schemas["TopUpAttempt"];
/** The seller comes from the place. */
type TopUpTerms = Omit<Schemas["TopUpRequest"], "website" | "mode">;
/** The platform has no website. */
export type TopUpPlace = { website?: string; mode: "live" | "test" };

/** A refusal with the last part of its type, such as "needs-consent". */
class TopUpRefusal extends Problem {
  constructor(
    { kind, title, detail, status, requestId, fields }: Problem,
    readonly slug: string,
  ) {
    super(kind, title, detail, status, requestId, fields);
  }
}

/** Returns the last part of a refusal's type; empty for other errors. */
export function slugOf(error: unknown): string {
  return error instanceof TopUpRefusal ? error.slug : "";
}

type Sent<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

async function sent<Data>(pending: Sent<Data>): Promise<Data> {
  const result = await pending;
  if (result.response.ok) return dataOf(Promise.resolve(result));
  const { error, response } = result;
  const type = error && typeof error === "object" && "type" in error ? String(error.type) : "";
  throw new TopUpRefusal(problemOfResponse(response, error), type.replace(/^.*\//, ""));
}

const keyOf = ({ website, mode }: TopUpPlace) => ["my-top-up", website ?? null, mode] as const;

const waitMilliseconds = 5_000;
/** The number of attempts that the page shows. */
const shownAttempts = 5;

/** The buyer acts on a page of Stripe, which may be open in another tab. */
const isWaiting = ({ state }: TopUp) => state === "needs_action" || state === "needs_card";

const isOpen = ({ state }: TopUpAttempt) => state !== "paid" && state !== "failed";

export function myTopUpQuery(api: Api, place: TopUpPlace) {
  return queryOptions({
    queryKey: [...keyOf(place), "rule"],
    queryFn: ({ signal }) => dataOf(api.GET("/v1/me/top-up", { signal, params: { query: place } })),
    refetchInterval: ({ state }) =>
      state.data && isWaiting(state.data) ? waitMilliseconds : false,
  });
}

/** Refetches everything of this key, and what a purchase changes. Not awaited: the dialog closes first. */
function refetch(queries: QueryClient, changed: readonly unknown[]) {
  for (const queryKey of [changed, ["credits"], ["buying", "payments"]])
    void queries.invalidateQueries({ queryKey });
}

/** Returns the newest attempts; the result of an open one changes the balance, the month and the payments too. */
export function myTopUpAttemptsQuery(api: Api, queries: QueryClient, place: TopUpPlace) {
  const queryKey = [...keyOf(place), "attempts"];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      const query = { ...place, limit: shownAttempts };
      const page = await dataOf(api.GET("/v1/me/top-up/attempts", { signal, params: { query } }));
      const before = queries.getQueryData<TopUpAttempt[]>(queryKey);
      if (before?.some(isOpen) && !page.items.some(isOpen)) {
        refetch(queries, [...keyOf(place), "rule"]);
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
    onSettled: () => refetch(queries, keyOf(place)),
  };
}

/** Turns the top-up on, or changes it. */
export function saveTopUp(api: Api, queries: QueryClient, place: TopUpPlace) {
  return mutationOptions({
    mutationFn: (terms: TopUpTerms) =>
      sent(api.PUT("/v1/me/top-up", { body: { ...place, ...terms } })),
    ...afterwards(api, queries, place),
  });
}

export function turnOffTopUp(api: Api, queries: QueryClient, place: TopUpPlace) {
  return mutationOptions({
    mutationFn: () => sent(api.DELETE("/v1/me/top-up", { params: { query: place } })),
    ...afterwards(api, queries, place),
  });
}

const idempotencyKeyOf = createIdempotencyKeys();
let decided = 0;

/** Tries a purchase again now. It keeps its key until the server has decided. */
export function retryTopUp(api: Api, queries: QueryClient, place: TopUpPlace) {
  return mutationOptions({
    mutationFn: async () => {
      const header = { "Idempotency-Key": idempotencyKeyOf([place, decided]) };
      const answer = await api.POST("/v1/me/top-up/retry", { params: { header }, body: place });
      if (answer.response.status < 500) decided += 1;
      return sent(Promise.resolve(answer));
    },
    ...afterwards(api, queries, place),
  });
}
