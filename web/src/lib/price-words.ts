/** A price in words. */
import { formatAmount, unitLabel } from "./amount";

type Price = { credits: number; per_units: number; min_charge: number };

/** "2 credits per 1,000 units, minimum 1". Credits are in the smallest unit, at `scale` decimal places. */
export function priceWords({ credits, per_units, min_charge }: Price, scale: number): string {
  if (credits === 0 && min_charge === 0) return "Free";
  const what = `${formatAmount(credits, { scale })} ${unitLabel("credit", credits, scale)}`;
  const per = per_units === 1 ? "per unit" : `per ${formatAmount(per_units)} units`;
  if (min_charge === 0) return `${what} ${per}`;
  return `${what} ${per}, minimum ${formatAmount(min_charge, { scale })}`;
}
