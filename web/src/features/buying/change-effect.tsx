/** Shows what a change costs and brings, now and with the next payment. */
import type { MySubscription, SubscriptionPreview } from "@/api/my-subscriptions";
import { t } from "@/lib/language";
import { calendarDay } from "@/lib/time";
import { ChangeFigures } from "@/ui/change-figures";

type Props = {
  preview: SubscriptionPreview | undefined;
  subscription: MySubscription;
  scale: number;
  isLoading: boolean;
};

export function ChangeEffect({ preview, subscription, scale, isLoading }: Props) {
  return (
    <div role="status" className="grid gap-3 rounded-control bg-well px-4 py-3 text-sm">
      {preview === undefined ? (
        <p className="text-ink-soft">
          {isLoading ? t("Counting the amount…") : t("Choose a plan to see what it costs.")}
        </p>
      ) : (
        <>
          <p className="text-pretty font-medium">{effectWords(preview, subscription)}</p>
          {preview.effect !== "nothing" && <ChangeFigures preview={preview} scale={scale} />}
        </>
      )}
    </div>
  );
}

function effectWords({ effect }: SubscriptionPreview, { period_end }: MySubscription): string {
  switch (effect) {
    case "nothing":
      return t("This is what you have. Choose another plan or number of seats.");
    case "in_trial":
      return t("Your free trial continues with the new terms. Nothing is paid now.");
    case "restart":
      return t("A new period begins today, at its full price and with all its credits.");
    case "prorate":
      return t("You pay for the rest of this period only, and get its credits in proportion.");
    case "at_period_end":
      return t("You keep what you have until {day}. The change begins then; nothing is paid now.", {
        day: calendarDay(period_end),
      });
  }
}
