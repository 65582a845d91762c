/** Shows the delivery state of an email or event as a badge. */
import { t } from "@/lib/language";
import { Badge } from "@/ui/badge";
import { stateWord } from "./state-word";

type Props = { state: string; attempts: number };

export function StateBadge({ state, attempts }: Props) {
  if (state === "waiting" && attempts > 0)
    return <Badge tone="warn">{t("Failed, retrying")}</Badge>;
  const isGood = state === "delivered" || state === "sent";
  return (
    <Badge tone={isGood ? "good" : /fail|expired|gone|given/.test(state) ? "warn" : "neutral"}>
      {stateWord(state)}
    </Badge>
  );
}
