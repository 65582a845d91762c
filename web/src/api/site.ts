/** Which website, and which of its two faces, the address speaks of; and how a call says so. */
import { useParams, useSearch } from "@tanstack/react-router";

export type Site = { id: string; mode: "live" | "test" };

/** What the address may say of the mode: `?mode=test`, and nothing for live. */
export function modeOfSearch(search: Record<string, unknown>): { mode?: "test" | undefined } {
  return search["mode"] === "test" ? { mode: "test" } : {};
}

/** The website that the page is about. Only below a website's address. */
export function useSite(): Site {
  const { site } = useParams({ strict: false });
  const { mode } = useSearch({ strict: false });
  if (site === undefined) throw new Error("useSite() needs an address of a website");
  return { id: site, mode: mode ?? "live" };
}

/** An owner's calls name the website and its face by headers; live is what is meant without a word. */
export function onSite({ id, mode }: Site) {
  return { "Tollgate-Website": id, ...(mode === "test" && { "Tollgate-Mode": mode }) };
}

/** What was answered stays on the page until something else is, but never past its website and face. */
export function whatItWas(site: Site) {
  return <Data>(data: Data, query?: { queryKey: readonly unknown[] }): Data | undefined =>
    query?.queryKey[1] === site.id && query.queryKey[2] === site.mode ? data : undefined;
}
