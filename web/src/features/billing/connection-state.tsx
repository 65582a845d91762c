/** Shows the state of a Stripe account as one word. */
import { t } from "@/lib/language";
import { Badge } from "@/ui/badge";

export function ConnectionState({ state }: { state: string }) {
  if (state === "active") return <Badge tone="good">{t("Connected")}</Badge>;
  if (state === "checking") return <Badge>{t("Checking…")}</Badge>;
  if (state === "degraded") return <Badge tone="warn">{t("Needs attention")}</Badge>;
  return <Badge tone="warn">{t("Not working")}</Badge>;
}
