/** Words about disputes of payments, and the time that is left to answer them. */
import { t } from "./language";

export type DisputeParts = {
  state: "inquiry" | "open" | "won" | "lost" | "prevented";
  /** Stripe's word, such as `needs_response`. */
  status: string;
  withdrawn_minor: number;
};

/** Returns true while the bank waits for evidence: in disputes, inquiries and appeals. */
export function needsAnswer({ state, status }: DisputeParts): boolean {
  return (state === "open" || state === "inquiry") && status.endsWith("needs_response");
}

type StateWord = { words: string; tone: "neutral" | "good" | "warn" };

/** The state as one short text. */
export function disputeState(dispute: DisputeParts): StateWord {
  const { state, status } = dispute;
  if (state === "open") {
    return needsAnswer(dispute)
      ? { words: t("Needs an answer"), tone: "warn" }
      : { words: t("The bank decides"), tone: "neutral" };
  }
  if (state === "inquiry") {
    return needsAnswer(dispute)
      ? { words: t("Inquiry needs an answer"), tone: "warn" }
      : { words: t("Inquiry under review"), tone: "neutral" };
  }
  if (state === "won") {
    return status === "warning_closed"
      ? { words: t("Inquiry closed"), tone: "neutral" }
      : { words: t("Won"), tone: "good" };
  }
  return { words: state === "lost" ? t("Lost") : t("Prevented"), tone: "neutral" };
}

const reasons: Readonly<Record<string, string>> = {
  credit_not_processed: t("Refund not received"),
  duplicate: t("Charged twice"),
  fraudulent: t("Fraudulent"),
  general: t("No particular reason"),
  product_not_received: t("Product not received"),
  product_unacceptable: t("Product not as described"),
  subscription_canceled: t("Subscription canceled"),
  unrecognized: t("Payment not recognized"),
};

/** The bank's reason; an unknown word keeps its text. */
export function disputeReason(reason: string | null): string {
  if (reason === null) return t("No reason given");
  const spaced = reason.replaceAll("_", " ");
  return reasons[reason] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

type CreditsEffect = {
  /** The frozen credits, as text; null if there are none. */
  frozen: string | null;
};

/** Says what happens with the credits of a disputed payment. */
export function creditsOfDispute(dispute: DisputeParts, { frozen }: CreditsEffect): string {
  const { state, withdrawn_minor } = dispute;
  if (state === "inquiry") {
    return frozen === null
      ? t("The bank only asks: no money was taken, and the customer keeps the credits.")
      : t(
          "The bank only asks: no money was taken. Your billing settings freeze {frozen} credits until it is answered.",
          { frozen },
        );
  }
  if (state === "open") {
    return frozen === null
      ? t(
          "No credits are left to freeze. If you lose, the customer owes the credits that were used.",
        )
      : t(
          "{frozen} credits are frozen: the customer cannot use them until the bank decides. If you win, they are usable again. If you lose, they are taken back, and the customer owes those that were used.",
          { frozen },
        );
  }
  if (state === "won") return t("The money is yours, and the customer keeps the credits.");
  if (withdrawn_minor === 0) return t("No money was taken, and the customer keeps the credits.");
  return t("The buyer has the money. The credits were taken back; the customer owes used ones.");
}

const hourMilliseconds = 3_600_000;

/** "3 days left"; hours on the last two days. */
export function timeLeft(due: string, now: number): string {
  const hours = Math.floor((Date.parse(due) - now) / hourMilliseconds);
  if (Date.parse(due) <= now) return t("the time is over");
  if (hours < 1) return t("less than an hour left");
  if (hours === 1) return t("1 hour left");
  if (hours < 48) return t("{hours} hours left", { hours });
  return t("{days} days left", { days: Math.floor(hours / 24) });
}

/** Returns the dispute that must be answered first: the earliest deadline, then those without one. */
export function firstToAnswer<Dispute extends DisputeParts & { due_by: string | null }>(
  disputes: readonly Dispute[],
): Dispute | null {
  const moment = ({ due_by }: Dispute) =>
    due_by === null ? Number.POSITIVE_INFINITY : Date.parse(due_by);
  const waiting = disputes.filter(needsAnswer);
  return waiting.toSorted((one, other) => moment(one) - moment(other))[0] ?? null;
}
