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

/** An owner's calls name the website by header. */
export function naming({ id }: Site) {
  return { "Tollgate-Website": id };
}
