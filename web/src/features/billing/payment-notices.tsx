/** Says what an owner has to do about a payment: prevent a dispute, or compare the money. */
import { Hourglass, ShieldAlert, TriangleAlert } from "lucide-react";
import type { PaymentDetail } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { Notice } from "@/ui/notice";

type Props = { payment: PaymentDetail; scale: number };

export function PaymentNotices({ payment, scale }: Props) {
  const isWarned = payment.fraud_warning === "actionable" && payment.disputes.length === 0;
  return (
    <>
      {payment.state === "review" && (
        <Notice icon={TriangleAlert} tone="warn">
          {t(
            "The payment differs from what was sold ({reason}), so no credits were granted. Compare it in Stripe, then accept or refund it.",
            { reason: payment.reason ?? "" },
          )}
        </Notice>
      )}
      {isWarned && (
        <Notice icon={ShieldAlert} tone="warn">
          {t(
            "The bank believes that this payment is fraudulent. A full refund can still prevent a dispute and its fee. Until then {credits} credits are frozen.",
            { credits: formatAmount(payment.credits_frozen, { scale }) },
          )}
        </Notice>
      )}
      {payment.waits_for_holds && (
        <Notice icon={Hourglass}>
          {t(
            "Running jobs have reserved credits of this payment. They are taken back or frozen as soon as the holds end.",
          )}
        </Notice>
      )}
    </>
  );
}
