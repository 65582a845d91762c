/** Says what the buyer has to do so that an automatic top-up continues. */
import { CircleAlert, Clock, ShieldAlert } from "lucide-react";
import type { TopUp } from "@/api/top-ups";
import { t } from "@/lib/language";
import { Button, ButtonAnchor } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { PortalButton } from "./portal-button";
import { isBackedOff } from "./top-up-words";

type Props = {
  rule: TopUp;
  seller: { website_id: string | null; mode: "live" | "test" };
  retry: () => void;
  isRetrying: boolean;
  /** Opens the form with the consent; null if no pack is sold. */
  onAgree: (() => void) | null;
};

export function TopUpNotice({ rule, seller, retry, isRetrying, onAgree }: Props) {
  const again = (
    <Button size="small" busy={isRetrying} onClick={retry}>
      {t("Try the purchase again")}
    </Button>
  );
  switch (rule.state) {
    case "needs_action":
      return (
        <Notice icon={ShieldAlert} tone="warn">
          <p className="font-semibold">{t("Your bank asks you to confirm the payment.")}</p>
          <p>{t("Confirm it within 23 hours. The credits come once it is paid.")}</p>
          {rule.payment_url && (
            <div className="mt-3 flex flex-wrap gap-3">
              <ButtonAnchor
                variant="primary"
                size="small"
                href={rule.payment_url}
                target="_blank"
                rel="noreferrer"
              >
                {t("Confirm payment")}
              </ButtonAnchor>
            </div>
          )}
        </Notice>
      );
    case "needs_card":
      return (
        <Notice icon={CircleAlert} tone="warn">
          <p className="font-semibold">
            {rule.card ? t("Your card could not be charged.") : t("No card is saved.")}
          </p>
          <p>{t("Add a card on Stripe's page. Automatic top-up then continues by itself.")}</p>
          <div className="mt-3 flex flex-wrap gap-3">
            <PortalButton
              variant="primary"
              size="small"
              seller={seller}
              label={t("Add a card")}
              unknown={t("Buy a plan or a pack here once. After that you can add a card.")}
            />
            {rule.card && again}
          </div>
        </Notice>
      );
    case "needs_consent":
      return (
        <Notice icon={CircleAlert} tone="warn">
          <p>{t("The terms have changed. Nothing is bought until you agree to them.")}</p>
          {onAgree && (
            <div className="mt-3 flex flex-wrap gap-3">
              <Button variant="primary" size="small" onClick={onAgree}>
                {t("Check and agree")}
              </Button>
            </div>
          )}
        </Notice>
      );
    case "active":
      return isBackedOff(rule) ? (
        <Notice icon={Clock} tone="warn">
          <p>{t("The last purchase was not paid. It is tried again later by itself.")}</p>
          <div className="mt-3 flex flex-wrap gap-3">{again}</div>
        </Notice>
      ) : null;
    case "off":
      return null;
  }
}
