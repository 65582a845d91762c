/** Queries of the revenue of one or of all websites, and files of a website's money journal and payments. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import { scopeHeaders, type WebsiteScope } from "./website-scope";

/** Reads the sums of the months since a day in UTC, the subscriptions, and the money that is owed as credits now. */
export function revenueQuery(api: Api, scope: WebsiteScope, from: string) {
  return queryOptions({
    queryKey: ["website", scope.id, scope.mode, "billing", "revenue", from],
    queryFn: async ({ signal }) => {
      const header = scopeHeaders(scope);
      const [revenue, liability] = await Promise.all([
        dataOf(
          api.GET("/v1/revenue", { signal, params: { header, query: { from, by: "month" } } }),
        ),
        dataOf(api.GET("/v1/revenue/liability", { signal, params: { header } })),
      ]);
      return {
        periods: revenue.items,
        subscriptions: revenue.subscriptions,
        owed: liability.items,
        ages: liability.ages ?? [],
      };
    },
  });
}

/** Reads the operator's sums of the months since a day in UTC, over all Stripe accounts in live mode. */
export function allRevenueQuery(api: Api, from: string) {
  return queryOptions({
    queryKey: ["operator", "revenue", from],
    queryFn: ({ signal }) =>
      dataOf(api.GET("/v1/operator/revenue", { signal, params: { query: { from, by: "month" } } })),
  });
}

export type JournalFormat = "text/csv" | "application/jsonl";

/** Days in UTC, both included: "2026-11-01". */
export type Days = { from: string; to: string };

/** The entries of the money journal, or one line for each payment. */
export type Bookkeeping = "journal" | "payments";

/** Downloads a file for bookkeeping as the server writes it. */
export function downloadBookkeeping(api: Api, scope: WebsiteScope) {
  type File = Days & { format: JournalFormat; content: Bookkeeping };
  return mutationOptions({
    mutationFn: ({ content, format, from, to }: File) => {
      const options = {
        params: { header: scopeHeaders(scope), query: { from, to } },
        headers: { accept: format },
        parseAs: "blob",
      } as const;
      return content === "journal"
        ? dataOf(api.GET("/v1/revenue/journal", options))
        : dataOf(api.GET("/v1/revenue/payments", options));
    },
    gcTime: 0,
  });
}
