/** The choice between the plans of a subscription's family. */
import { useId } from "react";
import type { CatalogPlan, MySubscription } from "@/api/my-subscriptions";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { allowanceWords, perPeriod } from "@/lib/plan-words";

type Props = {
  subscription: MySubscription;
  plans: CatalogPlan[];
  scale: number;
  code: string;
  onCode: (code: string) => void;
};

export function PlanChoices({ subscription, plans, scale, code, onCode }: Props) {
  const name = useId();
  const own = subscription.plan ?? "";
  const others = plans.filter((plan) => plan.code !== own);
  const choice = (value: string) => ({
    name,
    isChosen: code === value,
    onChoose: () => onCode(value),
  });
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium text-sm">{t("Plan")}</legend>
      <Choice
        {...choice(own)}
        title={subscription.plan_name ?? own}
        figure=""
        note={t("Your plan, at the terms that you have.")}
      />
      {others.map((plan) => {
        const [price] = plan.prices;
        return (
          <Choice
            key={plan.code}
            {...choice(plan.code)}
            title={plan.name}
            figure={
              price ? `${formatMoney(price.amount_minor, price.currency)} ${perPeriod(plan)}` : ""
            }
            note={allowanceWords(plan, scale)}
          />
        );
      })}
    </fieldset>
  );
}

type ChoiceProps = {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  title: string;
  figure: string;
  note: string;
};

function Choice({ name, isChosen, onChoose, title, figure, note }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3 rounded-control border border-hairline-strong px-4 py-3 text-sm has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
      />
      <span className="grid min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-4 font-medium">
          <span className="wrap-anywhere min-w-0">{title}</span>
          <span className="tabular-nums">{figure}</span>
        </span>
        <span className="text-pretty text-ink-soft">{note}</span>
      </span>
    </label>
  );
}
