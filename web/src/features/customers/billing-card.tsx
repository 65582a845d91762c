/** Shows what a customer has paid and bought, with links to Stripe, and links to send to the customer. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { connectionsQuery, paymentsQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import { customerTopUpQuery } from "@/api/customer-top-ups";
import { subscriptionsQuery } from "@/api/subscriptions";
import type { Payment, Subscription } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { formatAmount } from "@/lib/amount";
import { boughtBy } from "@/lib/bought";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { customerInStripe } from "@/lib/stripe-dashboard";
import { isOver } from "@/lib/subscription-state";
import { calendarDay } from "@/lib/time";
import { paths } from "@/paths";
import { Button } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { Loadable } from "@/ui/loadable";
import { PaymentState } from "@/ui/payment-state";
import { SkeletonRows } from "@/ui/skeleton";
import { SubscriptionState } from "@/ui/subscription-state";
import { Time } from "@/ui/time";

const TopUpRow = lazy(async () => ({ default: (await import("./top-up-row")).TopUpRow }));
const BillingLinkDialog = lazy(async () => ({
  default: (await import("./billing-link-dialog")).BillingLinkDialog,
}));

/** The card shows this many payments. */
const shown = 5;

type Props = { customer: string; name: string; scale: number };

export function BillingCard({ customer, name, scale }: Props) {
  const api = useApi();
  const scope = useWebsiteScope();
  const connections = useQuery(connectionsQuery(api, scope));
  const payments = useQuery(paymentsQuery(api, scope, { customer }));
  // Few customers have subscriptions, and few a top-up, so the card does not wait for them.
  const subscriptions = useQuery(subscriptionsQuery(api, scope, { customer, limit: shown }));
  const topUp = useQuery(customerTopUpQuery(api, scope, customer));
  const [isSending, setSending] = useState(false);
  const account = connections.data?.items.find(({ is_linked }) => is_linked);
  const skeleton = <SkeletonRows label={t("Loading the payments")} />;
  return (
    <Card aria-labelledby="customer-billing" className="overflow-hidden">
      <CardHeader
        id="customer-billing"
        title={t("Billing")}
        action={
          account && (
            <Button size="small" onClick={() => setSending(true)}>
              {t("Send a link…")}
            </Button>
          )
        }
      />
      {subscriptions.data && <Subscriptions subscriptions={subscriptions.data.items} />}
      <Suspense>
        {topUp.data?.pack && (
          <TopUpRow rule={topUp.data} customer={customer} name={name} scale={scale} />
        )}
      </Suspense>
      <Loadable query={connections} skeleton={skeleton}>
        {() => (
          <Loadable query={payments} skeleton={skeleton}>
            {({ items, next_cursor }) =>
              items.length === 0 ? (
                <Nothing isConnected={account !== undefined} />
              ) : (
                <Bought
                  payments={items}
                  hasMore={next_cursor !== null}
                  scale={scale}
                  link={customerInStripe(customer, account)}
                />
              )
            }
          </Loadable>
        )}
      </Loadable>
      <Suspense>
        {isSending && (
          <BillingLinkDialog customer={customer} name={name} onClose={() => setSending(false)} />
        )}
      </Suspense>
    </Card>
  );
}

function Subscriptions({ subscriptions }: { subscriptions: Subscription[] }) {
  const { id: site } = useWebsiteScope();
  if (subscriptions.length === 0) return null;
  return (
    <ul
      aria-label={t("Subscriptions")}
      className="divide-y divide-hairline border-hairline border-b"
    >
      {subscriptions.map((subscription) => (
        <li
          key={subscription.id}
          className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-sm hover:bg-well/50"
        >
          <Link
            to={paths.subscription()}
            params={{ site, subscription: subscription.id }}
            className="wrap-anywhere font-medium after:absolute after:inset-0 after:content-['']"
          >
            {subscription.plan_name ?? t("No plan")}
          </Link>
          <SubscriptionState subscription={subscription} />
          <span className="ml-auto text-ink-faint">{periodWords(subscription)}</span>
        </li>
      ))}
    </ul>
  );
}

function periodWords(subscription: Subscription): string | null {
  if (isOver(subscription)) return null;
  const { cancel_at, period_end } = subscription;
  return cancel_at
    ? t("ends on {day}", { day: calendarDay(cancel_at) })
    : t("period ends on {day}", { day: calendarDay(period_end) });
}

function Nothing({ isConnected }: { isConnected: boolean }) {
  const { id } = useWebsiteScope();
  return (
    <p className="p-5 text-pretty text-ink-soft text-sm">
      {isConnected ? (
        t("Has not bought anything yet.")
      ) : (
        <>
          {t("Stripe is not connected, so customers cannot buy credits.")}{" "}
          <Link
            to={paths.billingSettings()}
            params={{ site: id }}
            className="font-medium text-ink underline underline-offset-4"
          >
            {t("Billing settings")}
          </Link>
        </>
      )}
    </p>
  );
}

type BoughtProps = { payments: Payment[]; hasMore: boolean; scale: number; link: string | null };

function Bought({ payments, hasMore, scale, link }: BoughtProps) {
  const { credits, paid } = boughtBy(payments);
  return (
    <>
      <dl className="flex flex-wrap gap-x-6 gap-y-3 p-5">
        <Figure
          label={t("Paid")}
          value={paid.map(({ minor, currency }) => formatMoney(minor, currency)).join(" + ") || "–"}
        />
        <Figure label={t("Credits bought")} value={formatAmount(credits, { scale })} />
      </dl>
      <ul className="divide-y divide-hairline border-hairline border-t">
        {payments.slice(0, shown).map((payment) => (
          <PaymentRow key={payment.id} payment={payment} scale={scale} />
        ))}
      </ul>
      {(hasMore || payments.length > shown || link) && (
        <p className="flex flex-wrap items-center justify-between gap-x-4 border-hairline border-t px-5 py-3 text-ink-faint text-sm">
          <span>
            {hasMore && t("Sums of the newest {count} payments.", { count: payments.length })}
          </span>
          {link && (
            <a
              href={link}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-8 items-center gap-1.5 rounded-chip font-medium text-accent underline-offset-4 hover:underline"
            >
              {t("Find in Stripe")}
              <span aria-hidden>↗</span>
            </a>
          )}
        </p>
      )}
    </>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-faint text-sm">{label}</dt>
      <dd className="font-semibold text-2xl tabular-nums tracking-tight">{value}</dd>
    </div>
  );
}

function PaymentRow({ payment, scale }: { payment: Payment; scale: number }) {
  const { id: site } = useWebsiteScope();
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-sm hover:bg-well/50">
      <Link
        to={paths.payment()}
        params={{ site, payment: payment.id }}
        className="font-medium tabular-nums after:absolute after:inset-0 after:content-['']"
      >
        {formatMoney(payment.amount_minor, payment.currency)}
      </Link>
      <PaymentState payment={payment} />
      <span className="ml-auto text-ink-soft tabular-nums">
        {payment.credits > 0 &&
          t("{credits} credits", { credits: formatAmount(payment.credits, { scale }) })}
      </span>
      <span className="text-ink-faint">
        <Time value={payment.created_at} />
      </span>
    </li>
  );
}
