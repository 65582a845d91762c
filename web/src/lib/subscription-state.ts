/** The state of a subscription as one word, for owners and buyers. */
import { t } from "./language";

export type ShownSubscription = {
  status: string;
  subscribed: boolean;
  plan: string | null;
  trial_end: string | null;
  period_end: string;
  paid_through: string | null;
  cancel_at: string | null;
  ended_at: string | null;
  past_due_since: string | null;
  pending_until: string | null;
  next_plan: string | null;
  next_quantity: number | null;
};

type Tone = "neutral" | "good" | "warn";

/** Stripe's words of the states, with ours. */
export const statusWords: Readonly<Record<string, string>> = {
  active: t("Active"),
  trialing: t("Trial"),
  past_due: t("Payment overdue"),
  unpaid: t("Unpaid"),
  paused: t("Paused"),
  incomplete: t("First payment missing"),
  incomplete_expired: t("Never started"),
  canceled: t("Ended"),
};

/** Returns the state as one word; a word of Stripe that is not known here stays as it is. */
export function stateOf(subscription: ShownSubscription): { word: string; tone: Tone } {
  const { status, cancel_at, pending_until, subscribed } = subscription;
  const word = statusWords[status] ?? status;
  if (isOver(subscription) || status === "incomplete") return { word, tone: "neutral" };
  if (status !== "active" && status !== "trialing") return { word, tone: "warn" };
  if (!subscribed) return { word: t("Paused"), tone: "warn" };
  if (cancel_at) return { word: t("Ending"), tone: "warn" };
  if (pending_until) return { word: t("Change waits"), tone: "warn" };
  return { word, tone: "good" };
}

type Standing = Pick<ShownSubscription, "status" | "ended_at">;

export function isOver({ status, ended_at }: Standing): boolean {
  return ended_at !== null || status === "canceled" || status === "incomplete_expired";
}

/** The server refuses changes of plan and seats in every other state. */
export function canChange(subscription: ShownSubscription): boolean {
  const { status, cancel_at, pending_until, plan, subscribed } = subscription;
  const runs = status === "active" || status === "trialing";
  return runs && subscribed && !cancel_at && !pending_until && plan !== null;
}
