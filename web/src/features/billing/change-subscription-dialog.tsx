/** Changes the plan or the seats of a subscription, after a preview of money and credits. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { plansQuery } from "@/api/billing";
import { useApi } from "@/api/client";
import type { Plan, Subscription } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { CodeBlock } from "@/ui/code-block";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { Loadable } from "@/ui/loadable";
import { SkeletonRows } from "@/ui/skeleton";
import { ChangeForm } from "./change-subscription-form";
import { planTitle } from "./subscription-columns";

type Props = { subscription: Subscription; scale: number; onClose: () => void };

export function ChangeSubscriptionDialog({ subscription, scale, onClose }: Props) {
  const plans = useQuery(plansQuery(useApi(), useWebsiteScope()));
  const [paymentUrl, setPaymentUrl] = useState<string | null>(null);
  return (
    <Dialog
      title={t("Change {plan}", { plan: planTitle(subscription) })}
      note={t("The customer's saved card is charged if something is due now.")}
      onClose={onClose}
    >
      {paymentUrl !== null ? (
        <PaymentLink url={paymentUrl} />
      ) : (
        <Loadable query={plans} skeleton={<SkeletonRows label={t("Loading the plans")} />}>
          {({ items }) => (
            <ChangeForm
              subscription={subscription}
              plans={items.filter((plan) => isOffered(plan, subscription))}
              scale={scale}
              onPaymentNeeded={setPaymentUrl}
              onClose={onClose}
            />
          )}
        </Loadable>
      )}
    </Dialog>
  );
}

/** The own plan is offered although it is archived: its seats can change. */
function isOffered({ code, status, version }: Plan, subscription: Subscription): boolean {
  return code === subscription.plan || (status === "active" && version !== null);
}

/** The bank wants the customer to confirm the payment, which only the customer can do. */
function PaymentLink({ url }: { url: string }) {
  return (
    <div className="grid gap-4">
      <p role="alert" className="text-pretty">
        {t(
          "The bank asks the customer to confirm the payment. Send this link: the change applies once it is paid, within 23 hours.",
        )}
      </p>
      <CodeBlock wraps title={t("Link")} note={t("Send it to this customer only.")} code={url} />
      <DialogActions cancel={t("Close")}>{null}</DialogActions>
    </div>
  );
}
