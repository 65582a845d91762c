/** Words for the kinds of movements in the ledger. */
import { t } from "./language";

const words = (): Readonly<Record<string, string>> => ({
  grant: t("Credits granted"),
  spend: t("Credits spent"),
  purchase: t("Credits purchased"),
  refund: t("Refund"),
  reversal: t("Credits refunded"),
  void: t("Grant revoked"),
  expiry: t("Credits expired"),
  capture: t("Hold captured"),
  adjustment: t("Adjustment"),
});

const sources = (): Readonly<Record<string, string>> => ({
  promo: t("Promotional"),
  purchase: t("Purchased"),
  subscription: t("Subscription"),
  adjustment: t("Adjustment"),
  restored: t("Refunded"),
});

/** Where credits come from. */
export function sourceLabel(kind: string): string {
  return sources()[kind] ?? kind;
}

/** A kind this version does not know is still shown, in its own words. */
export function kindLabel(kind: string): string {
  const known = words()[kind];
  if (known !== undefined) return known;
  const spaced = kind.replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
