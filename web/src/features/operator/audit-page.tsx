/** Shows the audit log: actor, action, target and reason; filtered by the address, and as a file. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Download, ScrollText } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { type AuditSearch, auditQuery, exportAudit, maxAuditLines } from "@/api/operator";
import type { AuditLine } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { actionLabel, kindWord } from "@/lib/audit-words";
import { rowCount } from "@/lib/csv";
import { t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
import { shortId } from "@/lib/person";
import { saveFile } from "@/lib/save-file";
import { paths } from "@/paths";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import { PageHeader } from "@/ui/page-header";
import { Refusal } from "@/ui/refusal";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { toast } from "@/ui/toast";
import { AuditFilter } from "./audit-filter";
import { ListPager } from "./list-pager";

const EventDialog = lazy(async () => ({ default: (await import("./event-dialog")).EventDialog }));

const columns = (onOpen: (event: AuditLine) => void): Column<AuditLine>[] => [
  {
    id: "act",
    header: t("Action"),
    value: ({ act }) => act,
    cell: (event) => (
      <button
        type="button"
        onClick={() => onOpen(event)}
        className="wrap-anywhere rounded-chip text-left font-medium underline-offset-4 after:absolute after:inset-0 after:content-[''] hover:underline"
      >
        {actionLabel(event.act)}
      </button>
    ),
  },
  {
    id: "actor",
    header: t("Actor"),
    value: ({ actor }) => actor.name ?? actor.id,
    cell: ({ actor }) => <Party {...actor} />,
    from: "sm",
  },
  {
    id: "subject",
    header: t("Target"),
    value: ({ subject }) => subject.name ?? subject.id,
    cell: ({ subject, website_name }) => <Party {...subject} website={website_name} />,
    from: "md",
  },
  {
    id: "at",
    header: t("When"),
    numeric: true,
    value: ({ at }) => at,
    cell: ({ at }) => <Time value={at} />,
  },
];

function savedWords(count: number): string {
  if (count < maxAuditLines) {
    return count === 1
      ? t("1 line is saved.")
      : t("{count} lines are saved.", { count: formatAmount(count) });
  }
  return t("The newest {count} lines are saved. Narrow the filter to get the rest.", {
    count: formatAmount(count),
  });
}

type PartyProps = { kind: string; id: string; name: string | null; website?: string | null };

/** Shows the name or kind, and below it the id. */
function Party({ kind, id, name, website }: PartyProps) {
  const word = kindWord(kind);
  const more = [name && word, kind !== "system" && shortId(id), website !== name && website];
  return (
    <span className="block min-w-0">
      <span className="block wrap-anywhere">{name ?? word}</span>
      <span className="block wrap-anywhere text-ink-faint text-xs">
        {more.filter(Boolean).join(" · ")}
      </span>
    </span>
  );
}

export function AuditPage() {
  const { cursor, size, actor, act, subject, from, to } = useSearch({ strict: false });
  const search: AuditSearch = {
    ...(actor && { actor }),
    ...(act && { act }),
    ...(subject && { subject }),
    ...(from && { from }),
    ...(to && { to }),
  };
  const api = useApi();
  const navigate = useNavigate();
  const page = useQuery(
    auditQuery(api, {
      limit: pageSizeOf(size),
      ...search,
      ...(cursor && { cursor }),
    }),
  );
  const file = useMutation(exportAudit(api));
  const [event, setEvent] = useState<AuditLine | null>(null);
  const isFiltered = Object.keys(search).length > 0;
  return (
    <>
      <PageHeader
        title={t("Audit log")}
        note={t("Every change made by a person, a key or a program.")}
        action={
          <Button
            busy={file.isPending}
            onClick={() =>
              file.mutate(search, {
                onSuccess: (text) => {
                  saveFile("audit.csv", "text/csv", text);
                  toast(savedWords(rowCount(text)));
                },
              })
            }
          >
            <Download aria-hidden className="size-4" />
            {"CSV"}
          </Button>
        }
      />
      {file.error && <Refusal error={file.error} className="mb-6" />}
      <ListCard
        label={t("Audit log")}
        columns={columns(setEvent)}
        query={page}
        rowId={({ id }) => id}
        tools={
          <AuditFilter
            value={search}
            onSearch={(next) => void navigate({ to: paths.operatorAudit(), search: next })}
          />
        }
        empty={
          <EmptyState
            icon={ScrollText}
            title={isFiltered ? t("No matching entries") : t("No entries yet")}
          >
            {isFiltered
              ? t("Enter complete ids. Days are in UTC.")
              : t("Changes are recorded here.")}
          </EmptyState>
        }
        pager={<ListPager page={page.data} />}
      />
      <Suspense>{event && <EventDialog event={event} onClose={() => setEvent(null)} />}</Suspense>
    </>
  );
}
