/** Shows the state of a payment as one word, with the part that has gone back. */
import { t } from "@/lib/language";
import { Badge } from "./badge";

type Props = {
  payment: {
    state: "paid" | "pending" | "review" | "failed";
    amount_minor: number;
    refunded_minor: number;
    withdrawn_minor: number;
  };
};

export function PaymentState({ payment }: Props) {
  const { state, amount_minor, refunded_minor, withdrawn_minor } = payment;
  if (state === "pending") return <Badge>{t("On its way")}</Badge>;
  if (state === "failed") return <Badge tone="warn">{t("Failed")}</Badge>;
  if (withdrawn_minor > 0) return <Badge tone="warn">{t("Disputed")}</Badge>;
  if (refunded_minor >= amount_minor && amount_minor > 0) return <Badge>{t("Refunded")}</Badge>;
  if (refunded_minor > 0) return <Badge>{t("Partly refunded")}</Badge>;
  if (state === "review") return <Badge tone="warn">{t("Needs review")}</Badge>;
  return <Badge tone="good">{t("Paid")}</Badge>;
}
