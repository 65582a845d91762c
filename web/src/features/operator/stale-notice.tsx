/** Says that the page failed to refresh, and the time of its data. */
import { CloudOff } from "lucide-react";
import { rich, t } from "@/lib/language";
import { Notice } from "@/ui/notice";
import { Time } from "@/ui/time";

type Props = { query: { error: unknown; dataUpdatedAt: number } };

export function StaleNotice({ query: { error, dataUpdatedAt } }: Props) {
  if (!error) return null;
  return (
    <Notice icon={CloudOff} tone="warn">
      <p className="font-semibold">{t("The current state is unknown: the API does not answer.")}</p>
      <p>
        {rich("This page shows the state of {time}.", {
          time: <Time value={new Date(dataUpdatedAt).toISOString()} />,
        })}
      </p>
    </Notice>
  );
}
