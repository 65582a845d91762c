/** Asks for a payment that failed or waits: its page at Stripe, and another card. */
import { CircleAlert } from "lucide-react";
import type { MySubscription } from "@/api/my-subscriptions";
import { t } from "@/lib/language";
import { ButtonAnchor } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { PortalButton } from "./portal-button";
import { isUnpaid } from "./subscription-words";

type Props = { subscription: MySubscription };

export function UnpaidBanner({ subscription }: Props) {
  const { payment_url, website_name } = subscription;
  const plan = subscription.plan_name ?? t("Your plan");
  if (!isUnpaid(subscription)) return null;
  return (
    <Notice icon={CircleAlert} tone="warn">
      <p className="font-semibold">
        {t("{plan} at {website}: your payment is missing.", {
          plan,
          website: website_name ?? "Tollgate",
        })}
      </p>
      <p>
        {payment_url
          ? t("Pay the invoice on Stripe's page, or save another card.")
          : t("Save another card; Stripe then tries the payment again.")}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {payment_url && (
          <ButtonAnchor
            variant="primary"
            size="small"
            href={payment_url}
            target="_blank"
            rel="noreferrer"
          >
            {t("Pay now")}
          </ButtonAnchor>
        )}
        <PortalButton size="small" seller={subscription} />
      </div>
    </Notice>
  );
}
