/** How many digits after the point a website's credits have, as its balance says; not known without a balance. */
import type { Balance } from "@/api/types";

export type ScaleOf = (websiteId: string | undefined) => number | undefined;

export function scalesOf(balances: Balance[] | undefined): ScaleOf {
  const scales = new Map(balances?.map(({ website, scale }) => [website?.id, scale]));
  return (websiteId) => scales.get(websiteId);
}
