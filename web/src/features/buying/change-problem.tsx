/** Says why a change was not made, and what to do next. */
import { CircleAlert, ShieldAlert } from "lucide-react";
import { slugOf } from "@/api/billing-command";
import type { MySubscription } from "@/api/my-subscriptions";
import { t } from "@/lib/language";
import { ButtonAnchor } from "@/ui/button";
import { DialogActions } from "@/ui/dialog-actions";
import { Notice } from "@/ui/notice";
import { Refusal } from "@/ui/refusal";
import { PortalButton } from "./portal-button";

type Props = { error: Error; seller: MySubscription };

export function ChangeProblem({ error, seller }: Props) {
  const slug = slugOf(error);
  if (slug === "amount-changed") {
    return (
      <Notice icon={CircleAlert} tone="warn" urgent>
        {t(
          "The amount has changed since you saw it. Nothing was paid. Check it and confirm again.",
        )}
      </Notice>
    );
  }
  if (slug === "payment-declined") {
    return (
      <Notice icon={CircleAlert} tone="warn" urgent>
        <p className="font-semibold">{t("Your card was declined.")}</p>
        <p>{t("Nothing was changed. Change the card, then come back and try again.")}</p>
        <div className="mt-3 flex flex-wrap gap-3">
          <PortalButton size="small" seller={seller} />
        </div>
      </Notice>
    );
  }
  if (slug === "subscription-not-changeable") {
    return (
      <Notice icon={CircleAlert} tone="warn" urgent>
        {t(
          "Nothing was changed: another change or the end of the plan comes first. Reload the page.",
        )}
      </Notice>
    );
  }
  return <Refusal error={error} fields={["quantity"]} repeatable />;
}

/** One function for all renderings, so that React calls it once: the pressed button is gone. */
function focusOn(link: HTMLElement | null) {
  link?.focus();
}

/** Leads to the page on which the buyer confirms the payment at the bank. */
export function ConfirmPayment({ url }: { url: string | null }) {
  return (
    <div className="grid gap-5">
      <Notice icon={ShieldAlert} tone="warn" urgent>
        <p className="font-semibold">{t("Your bank asks you to confirm the payment.")}</p>
        <p>
          {t("Open the invoice and confirm it within 23 hours. Your plan changes once it is paid.")}
        </p>
      </Notice>
      <DialogActions cancel={t("Close")}>
        {url && (
          <ButtonAnchor ref={focusOn} variant="primary" href={url} target="_blank" rel="noreferrer">
            {t("Open the invoice")}
          </ButtonAnchor>
        )}
      </DialogActions>
    </div>
  );
}
