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
      <EmptyState icon={CircleCheck} title={t("Automatic top-up is on.")} action={action}>
        {checkout.top_up?.consent}
      </EmptyState>
    );
  }
  if (state === "completed" || state === "review") {
    return (
      <EmptyState icon={CircleCheck} title={t("Your card is saved")} action={action}>
        {t("This automatic top-up was not set, because something has changed. Look under Billing.")}
      </EmptyState>
    );
  }
  if (state === "failed" || state === "expired") {
    return (
      <EmptyState icon={CircleX} title={t("No card is saved.")} action={action}>
        {t("Nothing has changed.")}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={Clock} title={t("Your card is not confirmed yet")} action={action}>
      {t("Nothing has changed.")}
    </EmptyState>
  );
}
