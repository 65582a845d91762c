/** The columns of a list of subscriptions: plan, state, customer, end of the period, and the planned end. */
import { Link } from "@tanstack/react-router";
import type { Subscription } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { shortId } from "@/lib/person";
import { stateOf } from "@/lib/subscription-state";
import { calendarDay } from "@/lib/time";
import { paths } from "@/paths";
import { SubscriptionState } from "@/ui/subscription-state";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";

/** "Pro × 3"; a price of Stripe without a plan has no name. */
export function planTitle({ plan, plan_name, quantity }: Subscription): string {
  const name = plan_name ?? plan ?? t("No plan");
  return quantity > 1 ? `${name} × ${quantity}` : name;
}

const endOf = ({ ended_at, cancel_at }: Subscription) => ended_at ?? cancel_at ?? "";

export const subscriptionColumns: Column<Subscription>[] = [
  {
    id: "plan",
    header: t("Plan"),
    value: planTitle,
    cell: (subscription) => (
      <span className="wrap-anywhere font-medium">{planTitle(subscription)}</span>
    ),
  },
  {
    id: "state",
    header: t("State"),
    value: (subscription) => stateOf(subscription).word,
    inFile: ({ status }) => status,
    cell: (subscription) => <SubscriptionState subscription={subscription} />,
  },
  {
    id: "customer_id",
    header: t("Customer"),
    value: ({ customer_id }) => customer_id ?? "",
    cell: ({ customer_id }) => customer_id && <CustomerLink id={customer_id} />,
    from: "md",
  },
  {
    id: "period_end",
    header: t("Period ends"),
    value: ({ period_end }) => period_end,
    cell: ({ period_end }) => calendarDay(period_end),
    from: "sm",
  },
  {
    id: "end",
    header: t("Ends"),
    value: endOf,
    cell: (subscription) => {
      const end = endOf(subscription);
      return end ? <span className="whitespace-nowrap">{calendarDay(end)}</span> : "–";
    },
    from: "md",
  },
  {
    id: "created_at",
    header: t("Since"),
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time value={created_at} />,
    from: "lg",
  },
];

/** Above the link of the row. */
function CustomerLink({ id }: { id: string }) {
  const scope = useWebsiteScope();
  return (
    <Link
      to={paths.customer()}
      params={{ site: scope.id, customer: id }}
      className="relative inline-flex min-h-7 items-center font-mono text-xs underline underline-offset-4"
    >
      {shortId(id)}
    </Link>
  );
}
