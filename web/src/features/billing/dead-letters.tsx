/** Lists objects at Stripe that could not be applied; the operator applies one again, or all with its error. */
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { CircleCheck, X } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useApi } from "@/api/client";
import { deadLettersQuery } from "@/api/reconcile";
import type { StripeInboxObject } from "@/api/types";
import { t } from "@/lib/language";
import { pageSizeOf } from "@/lib/pages";
import { paths } from "@/paths";
import { Button, ButtonLink } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ListCard } from "@/ui/list-card";
import type { Column } from "@/ui/table-column";
import { Time } from "@/ui/time";
import { objectKindWord } from "./dead-letter-words";
import { OperatorListPager } from "./operator-list-pager";

const DeadLetterDialog = lazy(async () => ({
  default: (await import("./dead-letter-dialog")).DeadLetterDialog,
}));
const ReplayDialog = lazy(async () => ({
  default: (await import("./replay-dialog")).ReplayDialog,
}));

const columns = (onOpen: (letter: StripeInboxObject) => void): Column<StripeInboxObject>[] => [
  {
    id: "object",
    header: t("Object"),
    value: ({ stripe_object }) => stripe_object,
    cell: (letter) => (
      <span className="block min-w-0">
        <button
          type="button"
          onClick={() => onOpen(letter)}
          className="rounded-chip text-left font-medium underline-offset-4 after:absolute after:inset-0 after:content-[''] hover:underline"
        >
          {objectKindWord(letter.kind)}
        </button>
        <code className="block break-all font-mono text-ink-faint text-xs">
          {letter.stripe_object}
        </code>
      </span>
    ),
  },
  {
    id: "error",
    header: t("Error"),
    value: ({ error }) => error ?? "",
    cell: ({ error }) => <span className="wrap-anywhere">{error}</span>,
  },
  {
    id: "attempts",
    header: t("Attempts"),
    numeric: true,
    value: ({ attempts }) => attempts,
    from: "sm",
  },
  {
    id: "connection",
    header: t("Connection"),
    value: ({ connection_id }) => connection_id,
    cell: ({ connection_id }) => (
      <code className="block break-all font-mono text-[0.8125rem]">{connection_id}</code>
    ),
    from: "lg",
  },
  {
    id: "updated_at",
    header: t("Last attempt"),
    numeric: true,
    value: ({ checked_at, updated_at }) => checked_at ?? updated_at,
    cell: ({ checked_at, updated_at }) => <Time value={checked_at ?? updated_at} />,
    from: "sm",
  },
];

export function DeadLetters() {
  const { cursor, size, error } = useSearch({ strict: false });
  const page = useQuery(
    deadLettersQuery(useApi(), {
      limit: pageSizeOf(size),
      ...(error && { error }),
      ...(cursor && { cursor }),
    }),
  );
  const [opened, setOpened] = useState<StripeInboxObject | null>(null);
  const [isReplaying, setReplaying] = useState(false);
  return (
    <>
      <ListCard
        label={t("Dead letters")}
        columns={columns(setOpened)}
        query={page}
        rowId={({ connection_id, kind, stripe_object }) =>
          `${connection_id} ${kind} ${stripe_object}`
        }
        file="dead-letters"
        {...(error && {
          tools: (
            <>
              <p className="min-w-0 flex-1 text-sm">
                <span className="text-ink-faint">{t("With the error")} </span>
                <span className="wrap-anywhere font-medium">{error}</span>
              </p>
              <ButtonLink size="small" to={paths.operatorBilling()} search={{ list: "dead" }}>
                <X aria-hidden className="size-4" />
                {t("Show all")}
              </ButtonLink>
              <Button size="small" variant="primary" onClick={() => setReplaying(true)}>
                {t("Apply all again…")}
              </Button>
            </>
          ),
        })}
        empty={
          <EmptyState icon={CircleCheck} title={t("No dead letters")}>
            {t("An object that could not be applied for three days appears here, with its error.")}
          </EmptyState>
        }
        pager={<OperatorListPager page={page.data} />}
      />
      <Suspense>
        {opened && <DeadLetterDialog letter={opened} onClose={() => setOpened(null)} />}
        {isReplaying && error && <ReplayDialog error={error} onClose={() => setReplaying(false)} />}
      </Suspense>
    </>
  );
}
