/** The state of a price at Stripe, as one word with its reason. */
import type { Pack } from "@/api/types";
import { t } from "@/lib/language";
import { Badge } from "@/ui/badge";
import { priceReasons } from "./price-reasons";

export type OfferPrice = NonNullable<Pack["version"]>["prices"][number];

export function priceReason(price: OfferPrice): string | null {
  const reason = price.stripe?.reason;
  return reason ? (priceReasons[reason] ?? reason) : null;
}

export function PriceState({ price }: { price: OfferPrice }) {
  if (price.stripe === null) return <Badge>{t("Stripe is not connected")}</Badge>;
  if (price.stripe.state === "synced") return <Badge tone="good">{t("On sale")}</Badge>;
  if (price.stripe.state === "pending") return <Badge>{t("Being made at Stripe…")}</Badge>;
  return <Badge tone="warn">{t("Not on sale")}</Badge>;
}
