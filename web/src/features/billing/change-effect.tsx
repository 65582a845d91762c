/** Shows what a change of a subscription costs now, the credits that it brings, and the next payment. */
import type { SubscriptionPreview } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { calendarDay } from "@/lib/time";
import { Facts } from "@/ui/facts";

type Props = { preview: SubscriptionPreview; scale: number };

export function ChangeEffect({ preview, scale }: Props) {
  const { currency, credits_now, credits_next } = preview;
  const credits = (amount: number) =>
    t("{credits} credits", { credits: formatAmount(amount, { scale }) });
  return (
    <div className="grid gap-3 rounded-card bg-well p-4">
      <p className="text-pretty text-sm">{effectWords(preview)}</p>
      {preview.effect !== "nothing" && (
        <Facts
          facts={[
            [t("Due now"), formatMoney(preview.amount_due_minor, currency)],
            [t("Granted now"), credits(credits_now)],
            [t("Next payment"), nextPayment(preview)],
            [t("Later allowances"), credits(credits_next)],
          ]}
        />
      )}
    </div>
  );
}

function nextPayment(preview: SubscriptionPreview): string {
  const { amount_next_minor, currency, next_payment_at } = preview;
  return t("{amount} on {day}, before added taxes", {
    amount: formatMoney(amount_next_minor, currency),
    day: calendarDay(next_payment_at),
  });
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
