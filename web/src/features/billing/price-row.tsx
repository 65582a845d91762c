/** Shows a price of a pack or a plan with its state at Stripe, and repairs it. */
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/button";
import { Refusal } from "@/ui/refusal";
import { type OfferPrice, PriceState, priceReason } from "./price-state";

type Props = {
  price: OfferPrice;
  /** A version that is not sold needs no word for a price that is fine. */
  isSold?: boolean;
  /** Follows the amount, such as "per month". */
  period?: string;
  repair: { mutate: () => void; isPending: boolean; error: Error | null };
};

export function PriceRow({ price, isSold = true, period, repair }: Props) {
  const { amount_minor, currency, stripe } = price;
  const reason = priceReason(price);
  const isBroken = stripe?.state === "drifted" || stripe?.state === "failed";
  return (
    <li className="grid gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium tabular-nums">{formatMoney(amount_minor, currency)}</span>
        {period && <span className="text-ink-soft text-sm">{period}</span>}
        {(isSold || isBroken) && <PriceState price={price} />}
      </span>
      {reason && <span className="text-ink-faint text-sm">{reason}</span>}
      {isBroken && (
        <Button
          size="small"
          className="justify-self-start"
          busy={repair.isPending}
          onClick={repair.mutate}
        >
          {t("Make it again")}
        </Button>
      )}
      {repair.error && <Refusal error={repair.error} />}
    </li>
  );
}
