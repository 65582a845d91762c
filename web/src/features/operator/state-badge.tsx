/** How far something that is sent has come. */
import { Badge } from "@/ui/badge";
import { stateWord } from "./state-word";

export function StateBadge({ state }: { state: string }) {
  const isGood = state === "delivered" || state === "sent";
  return (
    <Badge tone={isGood ? "good" : /fail|expired|gone|given/.test(state) ? "warn" : "neutral"}>
      {stateWord(state)}
    </Badge>
  );
}
