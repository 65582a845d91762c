/** Shows what a change of a subscription costs now, the credits that it brings, and the next payment. */
import type { SubscriptionPreview } from "@/api/types";
import { t } from "@/lib/language";
import { calendarDay } from "@/lib/time";
import { ChangeFigures } from "@/ui/change-figures";

type Props = { preview: SubscriptionPreview; scale: number };

export function ChangeEffect({ preview, scale }: Props) {
  return (
    <div className="grid gap-3 rounded-card bg-well p-4">
      <p className="text-pretty text-sm">{effectWords(preview)}</p>
      {preview.effect !== "nothing" && <ChangeFigures preview={preview} scale={scale} />}
    </div>
  );
}

function effectWords({ effect, next_payment_at }: SubscriptionPreview): string {
  switch (effect) {
    case "nothing":
      return t("Nothing changes: the subscription has this plan already.");
    case "in_trial":
      return t("It changes now, and the trial continues. Nothing is paid before its end.");
    case "restart":
      return t("It changes now: a new period begins, at the full price and with all its credits.");
    case "prorate":
      return t("It changes now: the rest of the period is paid and granted in proportion.");
    case "at_period_end":
      return t("It changes on {day}, with the next period. Nothing is paid or taken back before.", {
        day: calendarDay(next_payment_at),
      });
  }
}
