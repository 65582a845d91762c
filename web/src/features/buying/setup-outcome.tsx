/** What the buyer sees after the page on which a card is saved for an automatic top-up. */
import { CircleCheck, CircleX, Clock } from "lucide-react";
import type { ReactNode } from "react";
import type { MyCheckout } from "@/api/types";
import { t } from "@/lib/language";
import { EmptyState } from "@/ui/empty-state";

export function SetupOutcome({ checkout, action }: { checkout: MyCheckout; action: ReactNode }) {
  const { state, reason } = checkout;
  if (state === "completed" && reason === null) {
    return (
      <EmptyState icon={CircleCheck} title={t("Your automatic top-up is on")} action={action}>
        {checkout.top_up?.consent}
      </EmptyState>
    );
  }
  if (state === "completed") {
    return (
      <EmptyState icon={CircleCheck} title={t("Your card is saved")} action={action}>
        {t(
          "The automatic top-up was not turned on, because something has changed since you opened the page. You can set it under Billing.",
        )}
      </EmptyState>
    );
  }
  if (state === "failed" || state === "expired") {
    return (
      <EmptyState icon={CircleX} title={t("The automatic top-up is not on")} action={action}>
        {t("Your card was not saved, and nothing was charged.")}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Clock} title={t("Your card is not confirmed yet")} action={action}>
      {t("The automatic top-up is off until then. Nothing was charged.")}
    </EmptyState>
  );
}
