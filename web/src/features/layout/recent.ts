/** Stores recent pages, newest first, in the query cache, which a sign-out empties. */
import type { QueryClient } from "@tanstack/react-query";

export type Recent = { href: string; title: string };

const queryKey = ["recent"];
const most = 6;

export function remember(queries: QueryClient, href: string, title: string): void {
  if (title === "" || title === "Tollgate") return;
  queries.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY });
  const others = recentOf(queries).filter((known) => known.href !== href);
  queries.setQueryData(queryKey, [{ href, title }, ...others].slice(0, most));
}

export function recentOf(queries: QueryClient): Recent[] {
  return queries.getQueryData<Recent[]>(queryKey) ?? [];
}
