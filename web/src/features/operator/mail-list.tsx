/** The letters that wait, were sent or were given up of late: found by the address that they are for. */
import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Mail, SearchX } from "lucide-react";
import type { OperatorMailDelivery, OperatorMailPage } from "@/api/types";
import { paths } from "@/paths";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import { SearchField } from "@/ui/search-field";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { ListPager } from "./list-pager";
import { kindWords, reasonWords } from "./mail-words";
import { StateBadge } from "./state-badge";
import { StateTabs } from "./state-tabs";

const states = ["waiting", "sent", "given_up"] as const;

const columns: Column<OperatorMailDelivery>[] = [
  {
    id: "kind",
    header: "Email",
    value: ({ kind }) => kindWords(kind),
    cell: (letter) => (
      <span className="block min-w-0">
        <span className="block break-words font-medium">{kindWords(letter.kind)}</span>
        <span className="block wrap-anywhere text-ink-soft">{letter.recipient}</span>
        <span className="block text-ink-faint text-xs sm:hidden">
          <Time value={letter.created_at} />
        </span>
        <span className="block text-ink-faint text-xs">{reasonWords(letter)}</span>
      </span>
    ),
  },
  {
    id: "state",
    header: "State",
    value: ({ state }) => state,
    cell: ({ state, attempts, next_attempt_at }) => (
      <span className="block min-w-0">
        <StateBadge state={state} attempts={attempts} />
        {next_attempt_at && <NextTry at={next_attempt_at} />}
      </span>
    ),
  },
  {
    id: "attempts",
    header: "Attempts",
    numeric: true,
    value: ({ attempts }) => attempts,
    from: "sm",
  },
  {
    id: "id",
    header: "Id",
    value: ({ id }) => id,
    cell: ({ id }) => <code className="block break-all font-mono text-[0.8125rem]">{id}</code>,
    from: "lg",
  },
  {
    id: "created_at",
    header: "Created",
    numeric: true,
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time value={created_at} />,
    from: "sm",
  },
];

/** Between two tries there is a minute at most; when none came by then, nobody tries. */
function NextTry({ at }: { at: string }) {
  const isLate = Date.parse(at) < Date.now() - 60_000;
  return (
    <span className="block text-ink-faint text-xs">
      {isLate ? (
        <>
          was due <Time value={at} />
        </>
      ) : (
        "next try within a minute"
      )}
    </span>
  );
}

type Props = { question: UseQueryResult<OperatorMailPage, Error> };

export function MailList({ question }: Props) {
  const { state, q } = useSearch({ strict: false });
  const navigate = useNavigate();

  function search(wanted: string) {
    void navigate({
      to: paths.operatorMail(),
      search: { ...(state && { state }), ...(wanted !== "" && { q: wanted }) },
      replace: true,
    });
  }

  return (
    <>
      <StateTabs to={paths.operatorMail()} states={states} />
      <ListCard
        label="Emails"
        columns={columns}
        question={question}
        rowId={({ id }) => id}
        tools={
          <SearchField
            whole
            label="Find emails to an address"
            placeholder="Complete email address"
            value={q ?? ""}
            onSearch={search}
          />
        }
        empty={
          q ? (
            <EmptyState
              icon={SearchX}
              title={state ? `No emails to ${q} in this state` : `No emails to ${q}`}
              action={<Button onClick={() => search("")}>Show all</Button>}
            >
              Enter a complete address. Emails are listed for 14 days. Requests above the sending
              limit are not sent.
            </EmptyState>
          ) : (
            <EmptyState icon={Mail} title={state ? "No emails in this state" : "No emails yet"}>
              Emails are listed here for 14 days, without their content.
            </EmptyState>
          )
        }
        pager={<ListPager page={question.data} />}
      />
    </>
  );
}
