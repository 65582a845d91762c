/** Shows one payment: the money, the credits that it bought, its refunds and disputes, and its document. */
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { paymentQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import { useOpened } from "@/api/opened";
import type { Dispute, PaymentDetail } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { useScale } from "@/api/websites";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { paths } from "@/paths";
import { Button, ButtonLink } from "@/ui/button";
import { Loadable } from "@/ui/loadable";
import { Missing } from "@/ui/missing";
import { PageHeader } from "@/ui/page-header";
import { SkeletonRows } from "@/ui/skeleton";
import { CreditsCard } from "./credits-card";
import { DisputeCard } from "./dispute-card";
import { DocumentButton } from "./document-button";
import { PaymentCard } from "./payment-card";
import { PaymentNotices } from "./payment-notices";
import { canAccept, canRefund } from "./refund-choice";
import { RefundsCard } from "./refunds-card";

const AcceptPaymentDialog = lazy(async () => ({
  default: (await import("./accept-payment-dialog")).AcceptPaymentDialog,
}));
const RefundDialog = lazy(async () => ({
  default: (await import("./refund-dialog")).RefundDialog,
}));

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

const isRunning = ({ state }: Dispute) => state === "open" || state === "inquiry";

function Detail({ payment, scale }: { payment: PaymentDetail; scale: number }) {
  const scope = useWebsiteScope();
  const refunding = useOpened("refund");
  const accepting = useOpened("accept");
  const isRefundable = canRefund(payment);
  const isAcceptable = canAccept(payment);
  const disputes = payment.disputes.toReversed();
  const card = (dispute: Dispute) => (
    <DisputeCard key={dispute.id} dispute={dispute} payment={payment} scale={scale} />
  );
  return (
    <>
      <PageHeader
        title={formatMoney(payment.amount_minor, payment.currency)}
        note={
          <Link
            to={paths.payments()}
            params={{ site: scope.id }}
            className="inline-flex min-h-7 items-center text-sm underline-offset-4 hover:underline"
          >
            {t("← Payments")}
          </Link>
        }
        action={
          <span className="flex flex-wrap items-start gap-2">
            {isAcceptable && <Button onClick={accepting.open}>{t("Accept…")}</Button>}
            {isRefundable && <Button onClick={refunding.open}>{t("Refund…")}</Button>}
            {payment.state === "paid" && <DocumentButton id={payment.id} />}
          </span>
        }
      />
      <div className="grid max-w-[46rem] grid-cols-1 gap-6">
        <PaymentNotices payment={payment} scale={scale} />
        {disputes.filter(isRunning).map(card)}
        <PaymentCard payment={payment} />
        {disputes.filter((dispute) => !isRunning(dispute)).map(card)}
        <RefundsCard payment={payment} />
        <CreditsCard payment={payment} scale={scale} />
      </div>
      <Suspense>
        {refunding.isOpen && isRefundable && (
          <RefundDialog payment={payment} scale={scale} onClose={refunding.close} />
        )}
        {accepting.isOpen && isAcceptable && (
          <AcceptPaymentDialog payment={payment} onClose={accepting.close} />
        )}
      </Suspense>
    </>
  );
}
