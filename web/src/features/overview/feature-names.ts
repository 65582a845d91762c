/** What a website calls its features. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import { featuresQuery } from "@/api/features";
import { useSite } from "@/api/site";

/** Gives a feature's name by its code; the code itself where no name is known (yet). */
export function useFeatureNames(): (code: string) => string {
  const { data } = useQuery(featuresQuery(useApi(), useSite(), {}));
  const names = new Map(data?.items.map(({ code, name }) => [code, name]));
  return (code) => names.get(code) ?? code;
}
