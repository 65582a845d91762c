/** Describes the state of a subscription in plain words. */
import type { MySubscription } from "@/api/my-subscriptions";
import { t } from "@/lib/language";
import { isOver } from "@/lib/subscription-state";
import { calendarDay, minuteOf } from "@/lib/time";

type Standing =
  | "active"
  | "trial"
  | "canceling"
  | "pending"
  | "paused"
  | "unpaid"
  | "incomplete"
  | "ended"
  | "unknown";

export function standingOf(subscription: MySubscription): Standing {
  const { status, subscribed, cancel_at, pending_until } = subscription;
  if (isOver(subscription)) return "ended";
  if (status === "incomplete") return "incomplete";
  if (status === "past_due" || status === "unpaid") return "unpaid";
  if (status === "paused") return "paused";
  if (status !== "active" && status !== "trialing") return "unknown";
  // Stripe keeps the status of a subscription whose collection is paused.
  if (!subscribed) return "paused";
  if (cancel_at !== null) return "canceling";
  if (pending_until !== null) return "pending";
  return status === "trialing" ? "trial" : "active";
}

/** A payment is missing, so that the buyer is asked for it. */
export function isUnpaid(subscription: MySubscription): boolean {
  const standing = standingOf(subscription);
  return standing === "unpaid" || standing === "incomplete" || subscription.payment_url !== null;
}

/** One or two sentences: what happens next, and when. */
export function stateWords(subscription: MySubscription): string {
  const { period_end, cancel_at, trial_end, subscribed, pending_until, status } = subscription;
  const end = calendarDay(period_end);
  switch (standingOf(subscription)) {
    case "active":
      return t("Renews on {day}.", { day: end });
    case "trial":
      return t("Free until {day}. Then the first payment is due; without a card the plan ends.", {
        day: calendarDay(trial_end ?? period_end),
      });
    case "canceling":
      return t("Ends on {day} and is not renewed. Your credits stay until then.", {
        day: calendarDay(cancel_at ?? period_end),
      });
    case "pending":
      return t("A change waits for your payment until {time}. Until it is paid, your plan stays.", {
        time: minuteOf(pending_until ?? period_end),
      });
    case "paused":
      return t("Nothing is charged and no credits are added. Ask the website to continue it.");
    case "unpaid":
      return subscribed
        ? t(
            "The renewal is not paid. Your plan continues for now; new credits come with the payment.",
          )
        : t("The renewal is not paid, so the plan brings nothing. It continues once you pay.");
    case "incomplete":
      return t("The first payment is missing. The plan begins once you pay.");
    case "ended":
      return t("Ended on {day}.", { day: calendarDay(subscription.ended_at ?? period_end) });
    case "unknown":
      return t("Stripe reports the state “{status}”. The period ends on {day}.", {
        status,
        day: end,
      });
  }
}
