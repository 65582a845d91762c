/** Reads the website and mode from the address, and adds them to API calls. */
import { useParams, useSearch } from "@tanstack/react-router";

export type Site = { id: string; mode: "live" | "test" };

/** Reads `?mode=test`; live has no parameter. */
export function modeOfSearch(search: Record<string, unknown>): { mode?: "test" | undefined } {
  return search["mode"] === "test" ? { mode: "test" } : {};
}

/** The website of the page. Use it only below a website's address. */
export function useSite(): Site {
  const { site } = useParams({ strict: false });
  const { mode } = useSearch({ strict: false });
  if (site === undefined) throw new Error("useSite() needs an address of a website");
  return { id: site, mode: mode ?? "live" };
}

/** An owner's calls name the website and mode by headers; live is the default. */
export function onSite({ id, mode }: Site) {
  return { "Tollgate-Website": id, ...(mode === "test" && { "Tollgate-Mode": mode }) };
}

/** Keeps the previous data while new data loads, but never across websites or modes. */
export function whatItWas(site: Site) {
  return <Data>(data: Data, query?: { queryKey: readonly unknown[] }): Data | undefined =>
    query?.queryKey[1] === site.id && query.queryKey[2] === site.mode ? data : undefined;
}
