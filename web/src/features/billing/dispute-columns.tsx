/** The columns of a list of disputes: amount, state with deadline, reason, customer and time. */
import { Link } from "@tanstack/react-router";
import type { Dispute } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { disputeReason, disputeState, needsAnswer, timeLeft } from "@/lib/dispute-words";
import { t } from "@/lib/language";
import { formatMoney } from "@/lib/money";
import { shortId } from "@/lib/person";
import { minuteOf } from "@/lib/time";
import { paths } from "@/paths";
import { AnswerBy } from "@/ui/answer-by";
import { Badge } from "@/ui/badge";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { DashboardLink } from "./dashboard-link";

export function disputeColumns(
  dashboard: (intent: string | null) => string | null,
): Column<Dispute>[] {
  const amount = ({ amount_minor, currency }: Dispute) => formatMoney(amount_minor, currency);
  return [
    {
      id: "amount",
      header: t("Amount"),
      value: amount,
      cell: (dispute) => <span className="font-medium tabular-nums">{amount(dispute)}</span>,
    },
    {
      id: "state",
      header: t("State"),
      value: ({ state }) => state,
      cell: (dispute) => (
        <DisputeCell dispute={dispute} href={dashboard(dispute.stripe_payment_intent)} />
      ),
    },
    {
      id: "due_by",
      header: t("Answer by"),
      value: ({ due_by }) => due_by ?? "",
      cell: (dispute) => (needsAnswer(dispute) ? <Deadline due={dispute.due_by ?? null} /> : "–"),
      from: "md",
    },
    {
      id: "reason",
      header: t("Reason"),
      value: ({ reason }) => reason ?? "",
      cell: ({ reason }) => disputeReason(reason ?? null),
      from: "sm",
    },
    {
      id: "customer",
      header: t("Customer"),
      value: ({ customer_id }) => customer_id ?? "",
      cell: ({ customer_id }) => <CustomerCell id={customer_id} />,
      from: "lg",
    },
    {
      id: "opened_at",
      header: t("Opened"),
      numeric: true,
      value: ({ opened_at }) => opened_at,
      cell: ({ opened_at }) => (
        <span className="text-ink-soft">
          <Time value={opened_at} />
        </span>
      ),
      from: "md",
    },
  ];
}

function DisputeCell({ dispute, href }: { dispute: Dispute; href: string | null }) {
  const { words, tone } = disputeState(dispute);
  const isWaiting = needsAnswer(dispute);
  return (
    <span className="grid justify-items-start gap-1.5">
      <Badge tone={tone}>{words}</Badge>
      {isWaiting && (
        <span className="text-pretty md:hidden">
          <AnswerBy due={dispute.due_by ?? null} />
        </span>
      )}
      {isWaiting && (
        // Above the link that covers the row.
        <span className="relative">
          <DashboardLink href={href}>{t("Answer in Stripe")}</DashboardLink>
        </span>
      )}
    </span>
  );
}

function Deadline({ due }: { due: string | null }) {
  if (due === null) return t("as soon as you can");
  return (
    <time dateTime={due} className="grid">
      <strong className="font-semibold">{timeLeft(due, Date.now())}</strong>
      <span className="whitespace-nowrap text-ink-soft text-xs">{minuteOf(due)}</span>
    </time>
  );
}

function CustomerCell({ id }: { id: string | null }) {
  const scope = useWebsiteScope();
  if (id === null) return null;
  return (
    <Link
      to={paths.customer()}
      params={{ site: scope.id, customer: id }}
      // Above the link that covers the row.
      className="relative font-mono text-ink-faint text-xs underline-offset-4 hover:underline"
    >
      {shortId(id)}
    </Link>
  );
}
