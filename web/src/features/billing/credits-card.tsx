/** Shows the credits that a payment has bought: what is left, taken back and frozen. */
import type { PaymentDetail } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { rich, t } from "@/lib/language";
import { Card, CardHeader } from "@/ui/card";
import { Time } from "@/ui/time";

const row =
  "flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-3.5 text-sm tabular-nums";

type Props = { payment: PaymentDetail; scale: number };

export function CreditsCard({ payment, scale }: Props) {
  const figure = (credits: number) => formatAmount(credits, { scale });
  const { lots, credits_taken_back, credits_frozen } = payment;
  return (
    <Card aria-labelledby="payment-credits">
      <CardHeader id="payment-credits" title={t("Credits")} />
      {lots.length === 0 ? (
        <p className="p-5 text-ink-soft text-sm">{t("No credits were granted.")}</p>
      ) : (
        <ul className="divide-y divide-hairline">
          {lots.map((lot) => (
            <li key={lot.transaction_id} className={row}>
              <span className="font-medium">
                {lot.kind === "promo"
                  ? t("{credits} free credits", { credits: figure(lot.credits) })
                  : t("{credits} credits", { credits: figure(lot.credits) })}
              </span>
              <span className="text-ink-soft">
                {t("{left} left", { left: figure(lot.remaining) })}
                {lot.expires_at && (
                  <>
                    {" · "}
                    {rich("until {time}", { time: <Time value={lot.expires_at} /> })}
                  </>
                )}
              </span>
            </li>
          ))}
          {credits_taken_back > 0 && (
            <li className={row}>
              <span className="font-medium">{t("Taken back")}</span>
              <span className="text-ink-soft">{figure(credits_taken_back)}</span>
            </li>
          )}
          {credits_frozen > 0 && (
            <li className={row}>
              <span className="font-medium">{t("Frozen")}</span>
              <span className="text-ink-soft">{figure(credits_frozen)}</span>
            </li>
          )}
        </ul>
      )}
    </Card>
  );
}
