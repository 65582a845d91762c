/** Lists the facts about a payment, with links to its customer and to Stripe. */
import { Link } from "@tanstack/react-router";
import type { PaymentDetail } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";
import { Card, CardHeader } from "@/ui/card";
import { Facts } from "@/ui/facts";
import { PaymentState } from "@/ui/payment-state";
import { Time } from "@/ui/time";
import { DashboardLink } from "./dashboard-link";
import { useDashboard } from "./use-dashboard";

export function PaymentCard({ payment }: { payment: PaymentDetail }) {
  const scope = useWebsiteScope();
  const dashboard = useDashboard();
  const { currency, customer_id } = payment;
  const money = (minor: number) => minor > 0 && formatMoney(minor, currency);
  return (
    <Card aria-labelledby="payment-facts">
      <CardHeader
        id="payment-facts"
        title={t("Payment")}
        action={<PaymentState payment={payment} />}
      />
      <div className="grid justify-items-start gap-4 p-5">
        <Facts
          facts={[
            [t("Amount"), formatMoney(payment.amount_minor, currency)],
            [t("Tax"), money(payment.tax_minor)],
            [t("Discount"), money(payment.discount_minor)],
            [t("Refunded"), money(payment.refunded_minor)],
            [t("Withdrawn"), money(payment.withdrawn_minor)],
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
            [
              t("Subscription"),
              payment.subscription_id && (
                <Link
                  to={paths.subscription()}
                  params={{ site: scope.id, subscription: payment.subscription_id }}
                  className="break-all font-mono text-[0.8125rem] underline underline-offset-4"
                >
                  {payment.subscription_id}
                </Link>
              ),
            ],
            [t("Reason"), payment.state === "failed" && payment.reason],
            [t("Payment id"), payment.id, "code"],
            [t("Checkout id"), payment.checkout_id, "code"],
            [t("Payment intent at Stripe"), payment.stripe_payment_intent ?? "", "code"],
          ]}
        />
        <DashboardLink href={dashboard.addressOf(payment.stripe_payment_intent ?? null)}>
          {t("Open in Stripe")}
        </DashboardLink>
      </div>
    </Card>
  );
}
