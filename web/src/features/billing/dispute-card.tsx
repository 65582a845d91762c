/** Shows a dispute of a payment: its deadline, its reason, and what happens with the credits. */
import { ShieldAlert } from "lucide-react";
import type { Dispute, PaymentDetail } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { creditsOfDispute, disputeReason, disputeState, needsAnswer } from "@/lib/dispute-words";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { AnswerBy } from "@/ui/answer-by";
import { Badge } from "@/ui/badge";
import { Card, CardHeader } from "@/ui/card";
import { Facts } from "@/ui/facts";
import { Notice } from "@/ui/notice";
import { Time } from "@/ui/time";
import { DashboardLink } from "./dashboard-link";
import { useDashboard } from "./use-dashboard";

type Props = { dispute: Dispute; payment: PaymentDetail; scale: number };

export function DisputeCard({ dispute, payment, scale }: Props) {
  const dashboard = useDashboard();
  const { words, tone } = disputeState(dispute);
  const { currency, credits_frozen } = payment;
  const isWaiting = needsAnswer(dispute);
  const frozen = credits_frozen > 0 ? formatAmount(credits_frozen, { scale }) : null;
  const isInquiry = dispute.state === "inquiry" || dispute.status === "warning_closed";
  return (
    <Card aria-labelledby={dispute.id}>
      <CardHeader
        id={dispute.id}
        title={isInquiry ? t("Inquiry of the bank") : t("Dispute")}
        action={<Badge tone={tone}>{words}</Badge>}
      />
      <div className="grid gap-4 p-5">
        {isWaiting && (
          <Notice icon={ShieldAlert} tone="warn">
            <AnswerBy due={dispute.due_by} />
          </Notice>
        )}
        <p className="text-pretty text-sm">{creditsOfDispute(dispute, { frozen })}</p>
        <Facts
          facts={[
            [t("Reason"), disputeReason(dispute.reason ?? null)],
            [t("Disputed"), formatMoney(dispute.amount_minor, currency)],
            [
              t("Withdrawn"),
              dispute.withdrawn_minor > 0 && formatMoney(dispute.withdrawn_minor, currency),
            ],
            [t("Opened"), <Time key="opened" value={dispute.opened_at} />],
            [t("Closed"), dispute.closed_at && <Time value={dispute.closed_at} />],
            [t("Dispute at Stripe"), dispute.stripe_dispute, "code"],
          ]}
        />
        {isWaiting && dashboard.isPretend && (
          <p className="text-pretty text-ink-soft text-sm">
            {t("The double of Stripe has no dashboard; its controls end the dispute.")}
          </p>
        )}
        <DashboardLink href={dashboard.addressOf(payment.stripe_payment_intent ?? null)}>
          {isWaiting ? t("Answer in Stripe") : t("Open in Stripe")}
        </DashboardLink>
      </div>
    </Card>
  );
}
