/** Shows one subscription: its state, its next payment, and the buttons that change, end or continue it. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useApi } from "@/api/client";
import {
  type CatalogPlan,
  type MySubscription,
  previewQuery,
  resumeSubscription,
} from "@/api/my-subscriptions";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { perAllowance } from "@/lib/plan-words";
import { canChange } from "@/lib/subscription-state";
import { calendarDay } from "@/lib/time";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { type Fact, Facts } from "@/ui/facts";
import { Refusal } from "@/ui/refusal";
import { SubscriptionState } from "@/ui/subscription-state";
import { toast } from "@/ui/toast";
import { CancelDialog } from "./cancel-dialog";
import { PortalButton } from "./portal-button";
import { isUnpaid, standingOf, stateWords } from "./subscription-words";

type Props = {
  subscription: MySubscription;
  plans: CatalogPlan[];
  scale: number;
  onChange: () => void;
};

export function SubscriptionCard(props: Props) {
  const { subscription, plans, onChange } = props;
  const resume = useMutation(resumeSubscription(useApi(), useQueryClient(), subscription.id));
  const [isCanceling, setCanceling] = useState(false);
  const heading = `subscription-${subscription.id}`;
  const { next_plan, next_quantity } = subscription;
  const isPlanned = next_plan !== null || next_quantity !== null;
  const isEnding = standingOf(subscription) === "canceling";

  function goOn() {
    const done = isEnding ? t("Your plan continues.") : t("The planned change is taken back.");
    resume.mutate(undefined, { onSuccess: () => toast(done) });
  }

  return (
    <Card>
      {/* No landmark: another seller may have a plan of the same name. */}
      <article aria-labelledby={heading} className="grid gap-4 p-5">
        <header>
          <div className="flex flex-wrap items-center gap-3">
            <h3 id={heading} className="wrap-anywhere min-w-0 font-semibold">
              {subscription.plan_name ?? t("Your plan")}
            </h3>
            <SubscriptionState subscription={subscription} />
          </div>
          <p className="text-pretty text-ink-soft text-sm">{stateWords(subscription)}</p>
          {isPlanned && (
            <p className="text-pretty text-ink-soft text-sm">{plannedWords(subscription, plans)}</p>
          )}
        </header>
        <Terms {...props} />
        <div className="flex flex-wrap gap-3">
          {canChange(subscription) && <Button onClick={onChange}>{t("Change plan")}</Button>}
          {(isEnding || isPlanned) && (
            <Button
              variant={isEnding ? "primary" : "secondary"}
              busy={resume.isPending}
              onClick={goOn}
            >
              {isEnding ? t("Resume plan") : t("Take back the change")}
            </Button>
          )}
          {!isUnpaid(subscription) && <PortalButton seller={subscription} />}
          {!isEnding && (
            <Button variant="quiet" onClick={() => setCanceling(true)}>
              {t("Cancel plan")}
            </Button>
          )}
        </div>
        {resume.error && <Refusal error={resume.error} repeatable />}
        <Suspense>
          {isCanceling && (
            <CancelDialog subscription={subscription} onClose={() => setCanceling(false)} />
          )}
        </Suspense>
      </article>
    </Card>
  );
}

/** "From 14 December 2026 on: Team, 3 seats." */
function plannedWords(subscription: MySubscription, plans: CatalogPlan[]): string {
  const { next_plan, next_quantity, plan_name, quantity, period_end } = subscription;
  const plan = plans.find(({ code }) => code === next_plan)?.name ?? next_plan ?? plan_name ?? "";
  const seats = next_quantity ?? quantity;
  const day = calendarDay(period_end);
  return seats > 1
    ? t("From {day} on: {plan}, {seats} seats.", { day, plan, seats: formatAmount(seats) })
    : t("From {day} on: {plan}.", { day, plan });
}

/** The server counts the next payment: a subscription keeps the price that it began with. */
function Terms({ subscription, plans, scale }: Omit<Props, "onChange">) {
  const { id, quantity, next_plan, next_quantity, plan, version, period_start } = subscription;
  const isNext = canChange(subscription);
  const next = useQuery({
    ...previewQuery(useApi(), id, {
      ...(next_plan !== null && { plan: next_plan }),
      ...(next_quantity !== null && { quantity: next_quantity }),
    }),
    enabled: isNext,
  });
  const own = plans.find(({ code, version: sold }) =>
    next_plan === null ? code === plan && sold === version : code === next_plan,
  );
  const facts: Fact[] = [];
  if (isNext && next.data) {
    const { amount_next_minor, currency, next_payment_at, credits_next } = next.data;
    const amount = formatMoney(amount_next_minor, currency);
    const credits = formatAmount(credits_next, { scale });
    facts.push(
      [t("Next payment"), t("{amount} on {day}", { amount, day: calendarDay(next_payment_at) })],
      [t("Credits"), own ? `${credits} ${perAllowance(own)}` : credits],
    );
  }
  if (quantity > 1) facts.push([t("Seats"), formatAmount(quantity)]);
  facts.push([t("This period began"), calendarDay(period_start)]);
  return <Facts facts={facts} />;
}
