/** Decides which refunds of a payment are offered, and reads a typed amount. */
import type { PaymentDetail, RefundOffer, RefundPreview } from "@/api/types";
import { typedMoney } from "@/lib/money";

export type RefundPart = RefundOffer["what"];

/** Returns true if money of the payment can go back; the server decides in the end. */
export function canRefund(payment: PaymentDetail): boolean {
  const { state, stripe_payment_intent, amount_minor, refunded_minor, disputes } = payment;
  const isThere = (state === "paid" || state === "review") && stripe_payment_intent !== null;
  const isAtBank = disputes.some(
    ({ state: of }) => of === "open" || of === "lost" || of === "prevented",
  );
  return isThere && !isAtBank && refunded_minor < amount_minor;
}

/** Money in another account or mode than the credits buys none. */
const unacceptable = ["connection-mismatch", "mode-mismatch"];

/** Returns true for a payment in review whose credits the owner can grant; the server decides in the end. */
export function canAccept(payment: PaymentDetail): boolean {
  const { state, reason, amount_minor, refunded_minor } = payment;
  const isLeft = amount_minor === 0 || refunded_minor < amount_minor;
  return state === "review" && isLeft && !unacceptable.includes(reason ?? "");
}

/** The offers to choose from: that of the unused credits is left out if nothing else is left. */
export function offersOf({ offers }: RefundPreview): RefundOffer[] {
  const full = offers.find(({ what }) => what === "full");
  return offers.filter(
    ({ what, amount_minor }) =>
      what === "full" || (what === "unspent" && amount_minor !== full?.amount_minor),
  );
}

/** Returns the typed amount, or the reason why it is none. */
export function readRefund(
  typed: string,
  { currency, remaining_minor }: Pick<RefundPreview, "currency" | "remaining_minor">,
): { minor: number } | { error: "amount" | "too-much" } {
  const minor = typedMoney(typed, currency);
  if (minor === null) return { error: "amount" };
  return minor > remaining_minor ? { error: "too-much" } : { minor };
}
