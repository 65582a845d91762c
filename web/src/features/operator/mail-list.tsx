/** Lists recent emails: queued, sent and failed; searched by recipient. */
import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Mail, SearchX } from "lucide-react";
import type { OperatorMailDelivery, OperatorMailPage } from "@/api/types";
import { rich, t } from "@/lib/language";
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
    header: t("Email"),
    value: ({ kind }) => kindWords(kind),
    cell: (email) => (
      <span className="block min-w-0">
        <span className="block break-words font-medium">{kindWords(email.kind)}</span>
        <span className="block wrap-anywhere text-ink-soft">{email.recipient}</span>
        <span className="block text-ink-faint text-xs sm:hidden">
          <Time value={email.created_at} />
        </span>
        <span className="block text-ink-faint text-xs">{reasonWords(email)}</span>
      </span>
    ),
  },
  {
    id: "state",
    header: t("State"),
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
    header: t("Attempts"),
    numeric: true,
    value: ({ attempts }) => attempts,
    from: "sm",
  },
  {
    id: "id",
    header: t("Id"),
    value: ({ id }) => id,
    cell: ({ id }) => <code className="block break-all font-mono text-[0.8125rem]">{id}</code>,
    from: "lg",
  },
  {
    id: "created_at",
    header: t("Created"),
    numeric: true,
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Time value={created_at} />,
    from: "sm",
  },
];

/** Attempts are at most a minute apart; an overdue one means that no process sends. */
function NextTry({ at }: { at: string }) {
  const isLate = Date.parse(at) < Date.now() - 60_000;
  return (
    <span className="block text-ink-faint text-xs">
      {isLate
        ? rich("was due {time}", { time: <Time value={at} /> })
        : t("next try within a minute")}
    </span>
  );
}

type Props = { query: UseQueryResult<OperatorMailPage, Error> };

export function MailList({ query }: Props) {
  const { state, q } = useSearch({ strict: false });
  const navigate = useNavigate();

  function search(text: string) {
    void navigate({
      to: paths.operatorMail(),
      search: { ...(state && { state }), ...(text !== "" && { q: text }) },
      replace: true,
    });
  }

  return (
    <>
      <StateTabs to={paths.operatorMail()} states={states} />
      <ListCard
        label={t("Emails")}
        columns={columns}
        query={query}
        rowId={({ id }) => id}
        tools={
          <SearchField
            whole
            label={t("Find emails to an address")}
            placeholder={t("Complete email address")}
            value={q ?? ""}
            onSearch={search}
          />
        }
        empty={
          q ? (
            <EmptyState
              icon={SearchX}
              title={
                state ? t("No emails to {q} in this state", { q }) : t("No emails to {q}", { q })
              }
              action={<Button onClick={() => search("")}>{t("Show all")}</Button>}
            >
              {t(
                "Enter a complete address. Emails are listed for 14 days. Requests above the sending limit are not sent.",
              )}
            </EmptyState>
          ) : (
            <EmptyState
              icon={Mail}
              title={state ? t("No emails in this state") : t("No emails yet")}
            >
              {t("Emails are listed here for 14 days, without their content.")}
            </EmptyState>
          )
        }
        pager={<ListPager page={query.data} />}
      />
    </>
  );
}
