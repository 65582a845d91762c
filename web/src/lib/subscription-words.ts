/** Describes the state of a subscription in sentences for the owner of the website, and says what it allows. */
import { t } from "./language";
import { isOver, type ShownSubscription } from "./subscription-state";
import { calendarDay, minuteOf } from "./time";

export function canResume(subscription: ShownSubscription): boolean {
  const { cancel_at, next_plan, next_quantity } = subscription;
  const isPlanned = Boolean(cancel_at) || next_plan !== null || next_quantity !== null;
  return !isOver(subscription) && isPlanned;
}

/** Returns sentences about the state: what is so now, and what comes next. */
export function stateSentences(subscription: ShownSubscription): string[] {
  const { plan, pending_until } = subscription;
  const all = [now(subscription), next(subscription)];
  if (pending_until && !isOver(subscription)) {
    const time = minuteOf(pending_until);
    all.push(t("A change waits for its payment until {time}.", { time }));
  }
  if (plan === null && !isOver(subscription)) {
    all.push(
      t(
        "Its price at Stripe belongs to no plan here, so payments bring no credits. Map the price to a version of a plan.",
      ),
    );
  }
  return all.filter((sentence) => sentence !== null);
}

function now(subscription: ShownSubscription): string {
  const { status, subscribed, trial_end, ended_at, past_due_since } = subscription;
  switch (status) {
    case "active":
      return subscribed
        ? t("The customer is subscribed.")
        : t("Stripe collects no payments for it, so the customer is not subscribed.");
    case "trialing":
      return trial_end
        ? t("The trial runs until {day}.", { day: calendarDay(trial_end) })
        : t("The trial runs.");
    case "past_due":
      return overdue(past_due_since, subscribed);
    case "unpaid":
      return t("Stripe no longer collects renewals. The customer is not subscribed.");
    case "paused":
      return t("The trial ended without a card. It continues when the customer adds one.");
    case "incomplete":
      return t("The first payment has not arrived yet. The customer is not subscribed.");
    case "incomplete_expired":
      return t("The first payment did not arrive in time, so it never started.");
    case "canceled":
      return ended_at
        ? t("It ended on {day}.", { day: calendarDay(ended_at) })
        : t("It has ended.");
    default:
      return t("Stripe uses a state that this version does not know. Look it up in Stripe.");
  }
}

function overdue(since: string | null, subscribed: boolean): string {
  const day = since ? calendarDay(since) : "";
  const unpaid = since
    ? t("A renewal is unpaid since {day}; Stripe tries again.", { day })
    : t("A renewal is unpaid; Stripe tries again.");
  return subscribed
    ? t("{unpaid} The customer stays subscribed for the days of grace.", { unpaid })
    : t("{unpaid} The days of grace are over, so the customer is not subscribed.", { unpaid });
}

function next(subscription: ShownSubscription): string | null {
  const { cancel_at, next_plan, next_quantity, period_end, trial_end, status } = subscription;
  if (isOver(subscription)) return null;
  if (cancel_at) return t("It ends on {day}.", { day: calendarDay(cancel_at) });
  const day = calendarDay(period_end);
  if (next_plan !== null) {
    return next_quantity === null || next_quantity === 1
      ? t("It changes to the plan {plan} on {day}.", { plan: next_plan, day })
      : t("It changes to the plan {plan} × {quantity} on {day}.", {
          plan: next_plan,
          quantity: next_quantity,
          day,
        });
  }
  if (next_quantity !== null) {
    return t("It changes to {quantity} seats on {day}.", { quantity: next_quantity, day });
  }
  if (status === "trialing") {
    return t("The first payment is due on {day}.", { day: calendarDay(trial_end ?? period_end) });
  }
  return status === "active" ? t("It renews on {day}.", { day }) : null;
}
