/** Labels of transaction kinds and credit sources. */
import { t } from "./language";

const words = (): Readonly<Record<string, string>> => ({
  grant: t("Credits granted"),
  spend: t("Credits spent"),
  purchase: t("Credits purchased"),
  refund: t("Refund"),
  reversal: t("Credits refunded"),
  void: t("Grant revoked"),
  claw_back: t("Credits taken back"),
  write_off: t("Credits written off"),
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

/** The source of credits. */
export function sourceLabel(kind: string): string {
  return sources()[kind] ?? kind;
}

/** An unknown kind keeps its code. */
export function kindLabel(kind: string): string {
  const known = words()[kind];
  if (known !== undefined) return known;
  const spaced = kind.replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
