/** The state of a subscription in sentences, with its facts. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApi } from "@/api/client";
import { customerQuery } from "@/api/customers";
import type { Subscription } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { customerName } from "@/lib/person";
import { isOver } from "@/lib/subscription-state";
import { stateSentences } from "@/lib/subscription-words";
import { calendarDay } from "@/lib/time";
import { paths } from "@/paths";
import { ButtonAnchor, ButtonLink } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { Facts } from "@/ui/facts";
import { SubscriptionState } from "@/ui/subscription-state";
import { Time } from "@/ui/time";

export function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const scope = useWebsiteScope();
  const { period_start, period_end, paid_through, payment_url, version, plan } = subscription;
  const hasNoPlan = plan === null && !isOver(subscription);
  return (
    <Card aria-labelledby="subscription-facts">
      <CardHeader
        id="subscription-facts"
        title={t("Subscription")}
        action={<SubscriptionState subscription={subscription} />}
      />
      <div className="grid justify-items-start gap-4 p-5">
        <div className="grid gap-1 text-pretty">
          {stateSentences(subscription).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
        {payment_url && (
          <ButtonAnchor href={payment_url} target="_blank" rel="noreferrer" size="small">
            {t("Open the unpaid invoice")}
          </ButtonAnchor>
        )}
        {hasNoPlan && (
          <ButtonLink size="small" to={paths.plans()} params={{ site: scope.id }}>
            {t("Packs and plans")}
          </ButtonLink>
        )}
        <Facts
          facts={[
            [
              t("Customer"),
              subscription.customer_id && <CustomerName id={subscription.customer_id} />,
            ],
            [t("Plan"), subscription.plan_name],
            [t("Version"), version !== null && t("{version}, which it keeps", { version })],
            [t("Seats"), subscription.quantity > 1 && subscription.quantity],
            [
              t("Current period"),
              t("{start} to {end}", {
                start: calendarDay(period_start),
                end: calendarDay(period_end),
              }),
            ],
            [t("Paid until"), paid_through && calendarDay(paid_through)],
            [t("Since"), <Time key="since" value={subscription.created_at} />],
            [t("Subscription id"), subscription.id, "code"],
            [t("Checkout id"), subscription.checkout_id ?? "", "code"],
          ]}
        />
      </div>
    </Card>
  );
}

/** The id is shown until the name is known. */
function CustomerName({ id }: { id: string }) {
  const scope = useWebsiteScope();
  const { data } = useQuery(customerQuery(useApi(), scope, id));
  return (
    <Link
      to={paths.customer()}
      params={{ site: scope.id, customer: id }}
      className="break-all underline underline-offset-4"
    >
      {data ? customerName(data, id) : id}
    </Link>
  );
}
