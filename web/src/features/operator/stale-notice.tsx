/** Says that what stands on the page could not be asked for again, and from when it is. */
import { CloudOff } from "lucide-react";
import { Notice } from "@/ui/notice";
import { Time } from "@/ui/time";

type Props = { question: { error: unknown; dataUpdatedAt: number } };

export function StaleNotice({ question: { error, dataUpdatedAt } }: Props) {
  if (!error) return null;
  return (
    <Notice icon={CloudOff} tone="warn">
      <p className="font-semibold">How things are now is not known: the API does not answer.</p>
      <p>
        What stands here is from <Time value={new Date(dataUpdatedAt).toISOString()} />.
      </p>
    </Notice>
  );
}
