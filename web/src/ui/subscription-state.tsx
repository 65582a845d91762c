/** Shows the state of a subscription as one word. */
import { stateOf } from "@/lib/subscription-state";
import { Badge } from "./badge";

export function SubscriptionState({
  subscription,
}: {
  subscription: Parameters<typeof stateOf>[0];
}) {
  const { word, tone } = stateOf(subscription);
  return <Badge tone={tone}>{word}</Badge>;
}
