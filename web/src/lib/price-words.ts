/** Describes a price in words. */
import { formatAmount, unitLabel } from "./amount";
import { t } from "./language";

type Price = { credits: number; per_units: number; min_charge: number };

/** "2 credits per 1,000 units, minimum 1". Credits are in the smallest unit, at `scale` decimal places. */
export function priceWords({ credits, per_units, min_charge }: Price, scale: number): string {
  if (credits === 0 && min_charge === 0) return t("Free");
  const price = `${formatAmount(credits, { scale })} ${unitLabel("credit", credits, scale)}`;
  const units = formatAmount(per_units);
  const isOne = per_units === 1;
  if (min_charge === 0) {
    return isOne
      ? t("{price} per unit", { price })
      : t("{price} per {units} units", { price, units });
  }
  const minimum = formatAmount(min_charge, { scale });
  return isOne
    ? t("{price} per unit, minimum {minimum}", { price, minimum })
    : t("{price} per {units} units, minimum {minimum}", { price, units, minimum });
}
