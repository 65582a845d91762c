/** Shows what a change costs and brings, now and with the next payment. */
import type { MySubscription, SubscriptionPreview } from "@/api/my-subscriptions";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { calendarDay } from "@/lib/time";
import { Facts } from "@/ui/facts";

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
          {preview.effect !== "nothing" && <Figures preview={preview} scale={scale} />}
        </>
      )}
    </div>
  );
}

function Figures({ preview, scale }: { preview: SubscriptionPreview; scale: number }) {
  const { amount_due_minor, amount_next_minor, currency, credits_now, credits_next } = preview;
  const credits = (units: number) => formatAmount(units, { scale });
  return (
    <Facts
      facts={[
        [t("Due now"), formatMoney(amount_due_minor, currency)],
        [t("Credits now"), credits(credits_now)],
        [
          t("Next payment"),
          t("{amount} on {day}", {
            amount: formatMoney(amount_next_minor, currency),
            day: calendarDay(preview.next_payment_at),
          }),
        ],
        [t("Credits then"), credits(credits_next)],
      ]}
    />
  );
}

function effectWords({ effect }: SubscriptionPreview, { period_end }: MySubscription): string {
  switch (effect) {
    case "nothing":
      return t("This is what you have. Choose another plan or number of seats.");
    case "in_trial":
      return t("Your free trial goes on with the new terms. Nothing is paid now.");
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
