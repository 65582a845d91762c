/** Returns the decimal places of a website's credits from its balance; unknown without a balance. */
import type { Balance } from "@/api/types";

export type ScaleOf = (websiteId: string | undefined) => number | undefined;

export function scalesOf(balances: Balance[] | undefined): ScaleOf {
  const scales = new Map(balances?.map(({ website, scale }) => [website?.id, scale]));
  return (websiteId) => scales.get(websiteId);
}
