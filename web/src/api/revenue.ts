/** Queries of a website's money journal. */
import { queryOptions } from "@tanstack/react-query";
import { type Api, dataOf } from "./client";
import type { JournalEntry, JournalPage } from "./types";
import { scopeHeaders, type WebsiteScope } from "./website-scope";

/** Days in UTC, both included: "2026-11-01". */
type Days = { from: string; to: string };

export type Journal = {
  entries: JournalEntry[];
  /** False if there are more entries than were asked for. */
  isWhole: boolean;
};

/** A month with more entries is only downloaded, and not added up on the page. */
const maxShown = 2_000;

/** Loads all entries of some days up to a maximum, page after page, and reports progress. */
export async function everyEntry(
  api: Api,
  scope: WebsiteScope,
  days: Days,
  options: { most: number; signal?: AbortSignal; onProgress?: (count: number) => void },
): Promise<Journal> {
  const entries: JournalEntry[] = [];
  let cursor: string | null = null;
  do {
    const query: Days & { limit: number; cursor?: string } = { ...days, limit: 100 };
    if (cursor !== null) query.cursor = cursor;
    // Without another `Accept` the response is a page.
    const page = (await dataOf(
      api.GET("/v1/revenue/journal", {
        ...(options.signal && { signal: options.signal }),
        params: { header: scopeHeaders(scope), query },
      }),
    )) as JournalPage;
    entries.push(...page.items);
    options.onProgress?.(entries.length);
    cursor = page.next_cursor ?? null;
  } while (cursor !== null && entries.length < options.most);
  return { entries, isWhole: cursor === null };
}

export function journalQuery(api: Api, scope: WebsiteScope, days: Days) {
  return queryOptions({
    queryKey: ["website", scope.id, scope.mode, "billing", "journal", days],
    queryFn: ({ signal }) => everyEntry(api, scope, days, { most: maxShown, signal }),
  });
}
