/** What the buyer of a plan sees after the payment: the subscription and its credits, once both are booked. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { useApi } from "@/api/client";
import { bookedQuery } from "@/api/my-subscriptions";
import type { MyCheckout } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { calendarDay } from "@/lib/time";
import { EmptyState } from "@/ui/empty-state";

export function PlanOutcome({ checkout, action }: { checkout: MyCheckout; action: ReactNode }) {
  const booked = useQuery(bookedQuery(useApi(), useQueryClient(), checkout.id));
  const subscription = booked.data;
  if (!subscription) {
    return (
      <EmptyState icon={Clock} title={t("Your plan is being set up")}>
        {t("Stripe has your order. This page shows your plan within seconds.")}
      </EmptyState>
    );
  }
  const plan = subscription.plan_name ?? t("Your plan");
  if (subscription.status === "trialing") {
    const day = calendarDay(subscription.trial_end ?? subscription.period_end);
    return (
      <EmptyState
        icon={CircleCheck}
        title={t("Your free trial of {plan} runs", { plan })}
        action={action}
      >
        {t("It lasts until {day}. You can change or cancel it before.", { day })}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={CircleCheck} title={t("{plan} is active", { plan })} action={action}>
      {t(
        "{credits} credits are yours. The plan renews on {day}; you can change or cancel it before.",
        {
          credits: formatAmount(checkout.credits + checkout.bonus, { scale: checkout.scale }),
          day: calendarDay(subscription.period_end),
        },
      )}
    </EmptyState>
  );
}
