/** Shows the state of a payment as one word. */
import { t } from "@/lib/language";
import { Badge } from "./badge";

type Props = { payment: { state: "paid" | "pending" | "review" | "failed" } };

export function PaymentState({ payment }: Props) {
  if (payment.state === "paid") return <Badge tone="good">{t("Paid")}</Badge>;
  if (payment.state === "pending") return <Badge>{t("On its way")}</Badge>;
  if (payment.state === "review") return <Badge tone="warn">{t("Needs review")}</Badge>;
  return <Badge tone="warn">{t("Failed")}</Badge>;
}
