/** The state of a pack's price at Stripe, as one word with its reason. */
import type { Pack } from "@/api/types";
import { t } from "@/lib/language";
import { Badge } from "@/ui/badge";

export type PackPrice = NonNullable<Pack["version"]>["prices"][number];

const reasons: Record<string, string> = {
  "price-archived": t("The price was archived in Stripe."),
  "price-missing": t("The price was deleted in Stripe."),
  "product-archived": t("The product was archived in Stripe."),
  "product-missing": t("The product was deleted in Stripe."),
  refused: t("Stripe refused the price."),
  "permission-missing": t("The Stripe key lacks a permission. Check the connection."),
  "key-refused": t("Stripe refuses the key. Replace it in the billing settings."),
  unavailable: t("Stripe could not be reached. It is tried again."),
};

export function priceReason(price: PackPrice): string | null {
  const reason = price.stripe?.reason;
  return reason ? (reasons[reason] ?? reason) : null;
}

export function PriceState({ price }: { price: PackPrice }) {
  if (price.stripe === null) return <Badge>{t("Stripe is not connected")}</Badge>;
  if (price.stripe.state === "synced") return <Badge tone="good">{t("On sale")}</Badge>;
  if (price.stripe.state === "pending") return <Badge>{t("Being made at Stripe…")}</Badge>;
  return <Badge tone="warn">{t("Not on sale")}</Badge>;
}
