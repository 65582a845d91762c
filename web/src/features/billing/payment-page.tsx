/** Shows one payment: the money, the credits that it bought, what is left of them, and its document. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { FileText, TriangleAlert } from "lucide-react";
import { fetchDocument, paymentQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import type { PaymentDetail } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { useScale } from "@/api/websites";
import { formatAmount } from "@/lib/amount";
import { rich, t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";
import { Button, ButtonLink } from "@/ui/button";
import { Card, CardHeader } from "@/ui/card";
import { Facts } from "@/ui/facts";
import { Loadable } from "@/ui/loadable";
import { Missing } from "@/ui/missing";
import { Notice } from "@/ui/notice";
import { PageHeader } from "@/ui/page-header";
import { PaymentState } from "@/ui/payment-state";
import { Refusal } from "@/ui/refusal";
import { SkeletonRows } from "@/ui/skeleton";
import { Time } from "@/ui/time";

export function PaymentPage() {
  const { payment: id = "" } = useParams({ strict: false });
  const scope = useWebsiteScope();
  const payment = useQuery(paymentQuery(useApi(), scope, id));
  const scale = useScale();
  const skeleton = <SkeletonRows label={t("Loading the payment")} />;
  return (
    <Loadable
      framed
      page={t("Payment")}
      missing={
        <Missing
          title={t("Payment not found")}
          action={
            <ButtonLink variant="primary" to={paths.payments()} params={{ site: scope.id }}>
              {t("Payments")}
            </ButtonLink>
          }
        >
          {t("This website has no payment with the id {id} in this mode, live or test.", { id })}
        </Missing>
      }
      query={payment}
      skeleton={skeleton}
    >
      {(data) => (
        <Loadable framed page={t("Payment")} query={scale} skeleton={skeleton}>
          {(scale) => <Detail payment={data} scale={scale} />}
        </Loadable>
      )}
    </Loadable>
  );
}

function Detail({ payment, scale }: { payment: PaymentDetail; scale: number }) {
  const scope = useWebsiteScope();
  const { currency, customer_id } = payment;
  const money = (minor: number) => minor > 0 && formatMoney(minor, currency);
  return (
    <>
      <PageHeader
        title={formatMoney(payment.amount_minor, currency)}
        note={
          <Link
            to={paths.payments()}
            params={{ site: scope.id }}
            className="inline-flex min-h-7 items-center text-sm underline-offset-4 hover:underline"
          >
            {t("← Payments")}
          </Link>
        }
        action={payment.state === "paid" && <DocumentButton id={payment.id} />}
      />
      <div className="grid max-w-[46rem] grid-cols-1 gap-6">
        {payment.state === "review" && (
          <Notice icon={TriangleAlert} tone="warn">
            {t(
              "The money arrived and differs from what was sold ({reason}), so no credits were granted. Compare it in Stripe, then refund it there or grant the credits by hand.",
              { reason: payment.reason ?? "" },
            )}
          </Notice>
        )}
        <Card aria-labelledby="payment-facts">
          <CardHeader
            id="payment-facts"
            title={t("Payment")}
            action={<PaymentState payment={payment} />}
          />
          <div className="p-5">
            <Facts
              facts={[
                [t("Amount"), formatMoney(payment.amount_minor, currency)],
                [t("Tax"), money(payment.tax_minor)],
                [t("Discount"), money(payment.discount_minor)],
                [t("Paid"), payment.paid_at && <Time value={payment.paid_at} />],
                [
                  t("Customer"),
                  customer_id && (
                    <Link
                      to={paths.customer()}
                      params={{ site: scope.id, customer: customer_id }}
                      className="break-all font-mono text-[0.8125rem] underline underline-offset-4"
                    >
                      {customer_id}
                    </Link>
                  ),
                ],
                [t("Reason"), payment.state === "failed" && payment.reason],
                [t("Payment id"), payment.id, "code"],
                [t("Checkout id"), payment.checkout_id, "code"],
                [t("Payment intent at Stripe"), payment.stripe_payment_intent ?? "", "code"],
              ]}
            />
          </div>
        </Card>
        <Card aria-labelledby="payment-credits">
          <CardHeader id="payment-credits" title={t("Credits")} />
          {payment.lots.length === 0 ? (
            <p className="p-5 text-ink-soft text-sm">{t("No credits were granted.")}</p>
          ) : (
            <ul className="divide-y divide-hairline">
              {payment.lots.map((lot) => (
                <li
                  key={lot.transaction_id}
                  className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-3.5 text-sm"
                >
                  <span className="font-medium">
                    {lot.kind === "promo"
                      ? t("{credits} free credits", {
                          credits: formatAmount(lot.credits, { scale }),
                        })
                      : t("{credits} credits", { credits: formatAmount(lot.credits, { scale }) })}
                  </span>
                  <span className="text-ink-soft">
                    {t("{left} left", { left: formatAmount(lot.remaining, { scale }) })}
                    {lot.expires_at && (
                      <>
                        {" · "}
                        {rich("until {time}", { time: <Time value={lot.expires_at} /> })}
                      </>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </>
  );
}

function DocumentButton({ id }: { id: string }) {
  const fetched = useMutation(fetchDocument(useApi(), useWebsiteScope(), id));
  return (
    <div className="grid gap-2">
      <Button
        busy={fetched.isPending}
        onClick={() => fetched.mutate(undefined, { onSuccess: ({ url }) => location.assign(url) })}
      >
        <FileText aria-hidden className="size-4" />
        {t("Receipt or invoice")}
      </Button>
      {fetched.error && <Refusal error={fetched.error} />}
    </div>
  );
}
