/** The reasons why a price is not on sale. */
import { t } from "@/lib/language";

export const priceReasons: Readonly<Record<string, string>> = {
  "price-archived": t("The price was archived in Stripe."),
  "price-missing": t("The price was deleted in Stripe."),
  "product-archived": t("The product was archived in Stripe."),
  "product-missing": t("The product was deleted in Stripe."),
  refused: t("Stripe refused the price."),
  "permission-missing": t("The Stripe key lacks a permission. Check the connection."),
  "key-refused": t("Stripe refuses the key. Replace it in the billing settings."),
  unavailable: t("Stripe could not be reached. It is tried again."),
};
