/** Accepts a payment in review: its credits are granted although the payment differs from what was sold. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "@/api/client";
import { acceptPayment } from "@/api/refunds";
import type { PaymentDetail } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { Confirm } from "@/ui/confirm";
import { toast } from "@/ui/toast";

type Props = { payment: PaymentDetail; onClose: () => void };

export function AcceptPaymentDialog({ payment, onClose }: Props) {
  const accept = useMutation(
    acceptPayment(useApi(), useQueryClient(), useWebsiteScope(), payment.id),
  );
  const amount = formatMoney(payment.amount_minor, payment.currency);
  return (
    <Confirm
      title={t("Accept the payment of {amount}?", { amount })}
      effect={t(
        "The customer gets the credits that were sold, and the payment counts as paid. Compare it in Stripe first: only a refund takes the credits back.",
      )}
      action={t("Accept payment")}
      busy={accept.isPending}
      error={accept.error}
      onConfirm={() =>
        accept.mutate(undefined, {
          onSuccess: () => {
            toast(t("The payment is accepted, and the credits are granted."));
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}
