/** Lists the refunds of a payment, made here or in Stripe's dashboard, the newest first. */
import type { PaymentDetail, Refund } from "@/api/types";
import { useOwnName } from "@/auth/own-name";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { Badge } from "@/ui/badge";
import { Card, CardHeader } from "@/ui/card";
import { Time } from "@/ui/time";

const states: Readonly<
  Record<Refund["state"], { words: string; tone: "neutral" | "good" | "warn" }>
> = {
  new: { words: t("Being sent to Stripe"), tone: "neutral" },
  pending: { words: t("On its way"), tone: "neutral" },
  requires_action: { words: t("The buyer must act"), tone: "warn" },
  succeeded: { words: t("Refunded"), tone: "good" },
  failed: { words: t("Failed"), tone: "warn" },
  canceled: { words: t("Canceled"), tone: "neutral" },
  refused: { words: t("Refused by Stripe"), tone: "warn" },
};

const reasons: Readonly<Record<string, string>> = {
  duplicate: t("Paid twice"),
  fraudulent: t("Fraudulent"),
  requested_by_customer: t("Requested by the customer"),
};

export function RefundsCard({ payment }: { payment: PaymentDetail }) {
  const { refunds, currency } = payment;
  if (refunds.length === 0) return null;
  return (
    <Card aria-labelledby="payment-refunds">
      <CardHeader id="payment-refunds" title={t("Refunds")} />
      <ul className="divide-y divide-hairline">
        {refunds.toReversed().map((refund) => (
          <li key={refund.id}>
            <RefundRow refund={refund} currency={currency} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function RefundRow({ refund, currency }: { refund: Refund; currency: string }) {
  const { state, amount_minor, reason, failure, created_at } = refund;
  const { words, tone } = states[state];
  const isUndone = state === "failed" || state === "canceled" || state === "refused";
  return (
    <div className="grid gap-1 px-5 py-3.5 text-sm">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-medium tabular-nums">{formatMoney(amount_minor, currency)}</span>
          <Badge tone={tone}>{words}</Badge>
        </span>
        <span className="text-ink-soft">
          <Time value={created_at} />
        </span>
      </div>
      <p className="wrap-anywhere text-ink-soft">
        {reason && `${reasons[reason] ?? reason} · `}
        <By actor={refund.actor ?? null} />
      </p>
      {isUndone && (
        <p className="text-pretty text-ink-soft">
          {failure
            ? t("The credits are given back. Stripe says: {failure}", { failure })
            : t("The credits are given back.")}
        </p>
      )}
    </div>
  );
}

function By({ actor }: { actor: string | null }) {
  const ownName = useOwnName(actor);
  if (actor === null) return t("Made in Stripe's dashboard");
  if (ownName) return t("By {name}", { name: ownName });
  return actor.startsWith("key_") ? t("By an API key") : t("By {name}", { name: actor });
}
