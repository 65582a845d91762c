/** A plan with the button that subscribes to it, or changes the user's plan to it. */
import { type SubmitEvent, useState } from "react";
import type { CatalogPlan, MySubscription } from "@/api/my-subscriptions";
import { t } from "@/lib/language";
import { readSeats, seatsRule } from "@/lib/plan-words";
import { canChange } from "@/lib/subscription-state";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { PlanCard } from "@/ui/plan-card";
import { Refusal } from "@/ui/refusal";
import type { Seller } from "./sellers";
import { useCheckout } from "./use-checkout";

type Props = {
  plan: CatalogPlan;
  seller: Seller;
  scale: number;
  here: string;
  /** The user's subscription of this family. */
  current: MySubscription | null;
  onChange: () => void;
};

export function PlanOffer(props: Props) {
  const { plan, scale, current, onChange } = props;
  if (current === null) return <NewPlan {...props} />;
  const isOwn = current.plan === plan.code;
  return (
    <PlanCard
      // A change has no trial.
      plan={{ ...plan, trial: null }}
      scale={scale}
      badge={isOwn && <Badge tone="good">{t("Your plan")}</Badge>}
      action={
        !isOwn &&
        canChange(current) && (
          <Button className="wrap-anywhere w-full" onClick={onChange}>
            {t("Change to {name}", { name: plan.name })}
          </Button>
        )
      }
    />
  );
}

function NewPlan({ plan, seller, scale, here }: Props) {
  const { buy, error, isPending } = useCheckout(seller, here);
  const [typed, setTyped] = useState("1");
  const [isChecked, setChecked] = useState(false);
  const { code, name, max_quantity: max } = plan;
  const currency = plan.prices[0]?.currency;
  const seats = readSeats(typed, max);
  if (currency === undefined) return null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (seats === null) event.currentTarget.querySelector("input")?.focus();
    else if (!isPending) buy({ plan: code, quantity: seats, ...(currency && { currency }) });
  }

  return (
    <div className="grid h-full gap-2">
      <PlanCard
        plan={plan}
        scale={scale}
        action={
          <form onSubmit={submit} noValidate className="grid gap-3">
            {max > 1 && (
              <TextField
                label={t("Seats")}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                error={isChecked && seats === null ? seatsRule(max) : undefined}
              />
            )}
            <Button
              type="submit"
              variant="primary"
              busy={isPending}
              aria-label={t("Subscribe to {name}", { name })}
            >
              {isPending ? t("Opening Stripe…") : t("Subscribe")}
            </Button>
          </form>
        }
      />
      {error && <Refusal error={error} repeatable />}
    </div>
  );
}
