/** Mail on its way: what waits, what was handed over, what the mail server refused. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { Mail } from "lucide-react";
import { useApi } from "@/api/client";
import { mailDeliveriesQuery } from "@/api/operator";
import type { MailDelivery } from "@/api/types";
import { paths } from "@/paths";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import { PageHeader } from "@/ui/page-header";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { ListPager } from "./list-pager";
import { StateBadge } from "./state-badge";
import { StateTabs } from "./state-tabs";
import { stateWord } from "./state-word";

const states = ["waiting", "failing"] as const;

const columns: Column<MailDelivery>[] = [
  {
    id: "kind",
    header: "Mail",
    value: ({ kind }) => kind,
    cell: ({ kind, to }) => (
      <span className="block min-w-0">
        <span className="block break-words font-medium">{stateWord(kind)}</span>
        {to && <span className="block break-all text-ink-faint text-xs">{to}</span>}
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    value: ({ state }) => state,
    cell: ({ state }) => <StateBadge state={state} />,
  },
  {
    id: "last_error",
    header: "Last answer",
    value: ({ last_error }) => last_error ?? "",
    cell: ({ last_error }) => (
      <span className="break-words text-ink-soft">{last_error ?? "–"}</span>
    ),
    from: "md",
  },
  {
    id: "attempts",
    header: "Attempts",
    numeric: true,
    value: ({ attempts }) => attempts,
    from: "sm",
  },
  {
    id: "created_at",
    header: "Written",
    numeric: true,
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time value={created_at} />,
  },
];

export function MailPage() {
  const { cursor, state } = useSearch({ strict: false });
  const page = useQuery(
    mailDeliveriesQuery(useApi(), { ...(cursor && { cursor }), ...(state && { state }) }),
  );
  return (
    <>
      <PageHeader title="Mail" note="Letters of the identity provider, without what they say." />
      <StateTabs to={paths.operatorMail()} states={states} />
      <ListCard
        label="Mail"
        columns={columns}
        question={page}
        rowId={({ id }) => id}
        file="mail"
        empty={
          <EmptyState icon={Mail} title={state ? "None of these" : "Nothing is on its way"}>
            A letter stands here until the mail server has taken it.
          </EmptyState>
        }
        pager={<ListPager page={page.data} />}
      />
    </>
  );
}
