/** Finds out whether the website of the address is suspended. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "./client";
import type { ListedWebsite } from "./types";
import { useWebsiteScope } from "./website-scope";
import { websitesQuery } from "./websites";

/** The website if it is suspended; undefined also before the response. */
export function useSuspendedWebsite(): ListedWebsite | undefined {
  const { id } = useWebsiteScope();
  // The website switcher requests the same list.
  const websites = useQuery(websitesQuery(useApi()));
  return websites.data?.find((one) => one.id === id && one.status === "suspended");
}
