/** Reads the website, or the platform, and the mode from the address, and adds them to API calls. */
import { useParams, useSearch } from "@tanstack/react-router";

export type WebsiteScope = { id: string; mode: "live" | "test" };

/** Calls name the platform like a website; the operator acts for it. */
export const platform = "platform";

/** Reads `?mode=test`; live has no parameter. */
export function modeOfSearch(search: Record<string, unknown>): { mode?: "test" | undefined } {
  return search["mode"] === "test" ? { mode: "test" } : {};
}

/** The website of the page; the platform on a page of the operator. Use it only on these pages. */
export function useWebsiteScope(): WebsiteScope {
  const { site } = useParams({ strict: false });
  const { mode } = useSearch({ strict: false });
  return { id: site ?? platform, mode: mode ?? "live" };
}

/** An owner's calls name the website and mode by headers; live is the default. */
export function scopeHeaders({ id, mode }: WebsiteScope) {
  return { "Tollgate-Website": id, ...(mode === "test" && { "Tollgate-Mode": mode }) };
}

/** Keeps the previous data while new data loads, but never across websites or modes. */
export function previousDataOf(scope: WebsiteScope) {
  return <Data>(data: Data, query?: { queryKey: readonly unknown[] }): Data | undefined =>
    query?.queryKey[1] === scope.id && query.queryKey[2] === scope.mode ? data : undefined;
}
