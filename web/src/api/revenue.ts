/** Queries of a website's revenue, and the file of its money journal. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import { scopeHeaders, type WebsiteScope } from "./website-scope";

/** Reads the sums of the months since a day in UTC, and the money that is owed as credits now. */
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
      return { periods: revenue.items, owed: liability.items, ages: liability.ages ?? [] };
    },
  });
}

export type JournalFormat = "text/csv" | "application/jsonl";

/** Days in UTC, both included: "2026-11-01". */
export type Days = { from: string; to: string };

/** Downloads the journal as the file that the server writes. */
export function downloadJournal(api: Api, scope: WebsiteScope) {
  return mutationOptions({
    mutationFn: ({ format, from, to }: Days & { format: JournalFormat }) =>
      dataOf(
        api.GET("/v1/revenue/journal", {
          params: { header: scopeHeaders(scope), query: { from, to } },
          headers: { accept: format },
          parseAs: "blob",
        }),
      ),
    gcTime: 0,
  });
}
