/** The money and the credits of a change of a subscription, now and with the next payment. */
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { calendarDay } from "@/lib/time";
import { Facts } from "./facts";

type Props = {
  preview: {
    currency: string;
    amount_due_minor: number;
    amount_next_minor: number;
    credits_now: number;
    credits_next: number;
    next_payment_at: string;
  };
  scale: number;
};

export function ChangeFigures({ preview, scale }: Props) {
  const { currency } = preview;
  const credits = (units: number) => formatAmount(units, { scale });
  return (
    <Facts
      facts={[
        [t("Due now"), formatMoney(preview.amount_due_minor, currency)],
        [t("Credits now"), credits(preview.credits_now)],
        [
          t("Next payment"),
          t("{amount} on {day}, before added taxes", {
            amount: formatMoney(preview.amount_next_minor, currency),
            day: calendarDay(preview.next_payment_at),
          }),
        ],
        [t("Credits then"), credits(preview.credits_next)],
      ]}
    />
  );
}
