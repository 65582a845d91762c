/** Describes in plain words what an automatic top-up buys, why it stopped, and why a purchase failed. */
import type { TopUp, TopUpAttempt } from "@/api/top-ups";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import type { Purchase } from "./top-up-form";

/** The reason why it is off, or null if the user turned it off or the reason is not known. */
export function offWords({ state, reason }: TopUp): string | null {
  if (state !== "off") return null;
  if (reason === "dispute") return t("It was turned off because a payment is disputed.");
  if (reason === "fraud-warning") {
    return t("It was turned off because a bank warned of fraud about a payment.");
  }
  return null;
}

/** A purchase was not paid, and the next one waits. */
export const isBackedOff = ({ state, next_at }: TopUp) =>
  state === "active" && next_at !== null && Date.parse(next_at) > Date.now();

/** The reason why a purchase was not paid, or null if there is none to say. */
export function failureWords({ state, code }: Pick<TopUpAttempt, "state" | "code">): string | null {
  if (state !== "failed" || code === null) return null;
  switch (code) {
    case "insufficient_funds":
      return t("Too little money on the account");
    case "expired_card":
      return t("The card has expired");
    case "authentication_required":
      return t("Not confirmed in time");
    default:
      return t("The card was declined");
  }
}

/** "Starter: 500 credits and 50 free for €9.00" */
export function purchaseWords(purchase: Purchase, scale: number): string {
  const { name, bonus, amount_minor, currency } = purchase;
  const price = formatMoney(amount_minor, currency);
  const credits = formatAmount(purchase.credits, { scale });
  return bonus > 0
    ? t("{name}: {credits} credits and {bonus} free for {price}", {
        name,
        credits,
        bonus: formatAmount(bonus, { scale }),
        price,
      })
    : t("{name}: {credits} credits for {price}", { name, credits, price });
}

/** Tells the buyer what comes next. */
export function savedWords({ state }: TopUp): string {
  return state === "needs_card"
    ? t("Saved. Add a card to start automatic top-up.")
    : t("Automatic top-up is on.");
}
