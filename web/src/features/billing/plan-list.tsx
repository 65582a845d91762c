/** Lists the plans of a website in the order that buyers see, with the version that is sold now. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { orderPlans } from "@/api/plans";
import type { Plan } from "@/api/types";
import { platform, useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { paths } from "@/paths";
import { ButtonLink } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { Refusal } from "@/ui/refusal";
import { type PlanAction, PlanRow } from "./plan-row";

const PlanDialog = lazy(async () => ({ default: (await import("./plan-dialog")).PlanDialog }));
const PlanDetailsDialog = lazy(async () => ({
  default: (await import("./plan-details-dialog")).PlanDetailsDialog,
}));
const PlanVersionsDialog = lazy(async () => ({
  default: (await import("./plan-versions-dialog")).PlanVersionsDialog,
}));

type Props = {
  plans: Plan[];
  scale: number;
  currency: string;
  isAdding: boolean;
  onClose: () => void;
};

export function PlanList({ plans, scale, currency, isAdding, onClose }: Props) {
  const scope = useWebsiteScope();
  const order = useMutation(orderPlans(useApi(), useQueryClient(), scope));
  const [opened, setOpened] = useState<{ code: string; action: PlanAction } | null>(null);
  const plan = plans.find(({ code }) => code === opened?.code);
  const close = () => setOpened(null);

  function moveUp(at: number) {
    if (order.isPending) return;
    const [moved, ...before] = plans.slice(0, at + 1).toReversed();
    if (moved === undefined) return;
    const [above, ...first] = before;
    const ordered = [...first.toReversed(), moved, ...(above ? [above] : [])];
    order.mutate([...ordered, ...plans.slice(at + 1)]);
  }

  return (
    <>
      {plans.length > 0 && (
        <Card aria-labelledby="plans" className="overflow-clip">
          <CardHeader
            id="plans"
            title={t("Plans")}
            note={t("Paid again and again: each period brings its credits.")}
            action={
              scope.id !== platform && (
                <ButtonLink size="small" to={paths.subscriptions()} params={{ site: scope.id }}>
                  {t("Subscriptions")}
                </ButtonLink>
              )
            }
          />
          {order.error && <Refusal error={order.error} className="m-5" />}
          <ul className="divide-y divide-hairline">
            {plans.map((plan, at) => (
              <li key={plan.id}>
                <PlanRow
                  plan={plan}
                  scale={scale}
                  onAction={(action) => setOpened({ code: plan.code, action })}
                  {...(at > 0 && { onMoveUp: () => moveUp(at) })}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Suspense>
        {isAdding && (
          <PlanDialog plans={plans} currency={currency} scale={scale} onClose={onClose} />
        )}
        {plan && opened?.action === "version" && (
          <PlanDialog plan={plan} plans={plans} currency={currency} scale={scale} onClose={close} />
        )}
        {plan && opened?.action === "details" && <PlanDetailsDialog plan={plan} onClose={close} />}
        {plan && opened?.action === "versions" && (
          <PlanVersionsDialog plan={plan} scale={scale} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
