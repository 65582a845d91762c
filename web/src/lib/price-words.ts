/** A price in words. */
import { formatAmount } from "./amount";

type Price = { credits: number; per_units: number; min_charge: number };

/** "2 credits for 1,000 units, at least 1"; "1 unit" is "each". */
export function priceWords({ credits, per_units, min_charge }: Price): string {
  if (credits === 0 && min_charge === 0) return "Free";
  const what = `${formatAmount(credits)} ${credits === 1 ? "credit" : "credits"}`;
  const per = per_units === 1 ? "each" : `for ${formatAmount(per_units)} units`;
  return min_charge > 0 ? `${what} ${per}, at least ${formatAmount(min_charge)}` : `${what} ${per}`;
}
