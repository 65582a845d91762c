/** Says in plain words why an automatic top-up stopped, and why a purchase failed. */
import type { TopUp, TopUpAttempt } from "@/api/top-ups";
import { t } from "@/lib/language";

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
