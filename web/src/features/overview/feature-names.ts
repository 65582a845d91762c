/** Provides the names of a website's features. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import { featuresQuery } from "@/api/features";
import { useWebsiteScope } from "@/api/website-scope";

/** Returns a function from a feature's code to its name; the code itself while the name is unknown. */
export function useFeatureNames(): (code: string) => string {
  const { data } = useQuery(featuresQuery(useApi(), useWebsiteScope(), {}));
  const names = new Map(data?.items.map(({ code, name }) => [code, name]));
  return (code) => names.get(code) ?? code;
}
