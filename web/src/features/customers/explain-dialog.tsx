/** Explains one transaction: actor, cause, and where the credits came from and went. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/client";
import { transactionQuery } from "@/api/customers";
import type { TransactionExplained } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { useOwnName } from "@/auth/own-name";
import { formatAmount } from "@/lib/amount";
import { t } from "@/lib/language";
import { absoluteTime, calendarDay } from "@/lib/time";
import { kindLabel, sourceLabel } from "@/lib/transaction-words";
import { Amount } from "@/ui/amount";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Code, Facts } from "@/ui/facts";
import { Loadable } from "@/ui/loadable";
import { SkeletonRows } from "@/ui/skeleton";
import { type Undoable, UndoDialog, undoOf } from "./undo-dialog";

type Props = { id: string; scale: number; onClose: () => void };

export function ExplainDialog({ id, scale, onClose }: Props) {
  const explained = useQuery(transactionQuery(useApi(), useWebsiteScope(), id));
  const [undoing, setUndoing] = useState<Undoable | null>(null);
  if (undoing) {
    return <UndoDialog undo={undoing} scale={scale} onClose={() => setUndoing(null)} />;
  }
  return (
    <Dialog side title={t("What happened")} onClose={onClose}>
      <Loadable query={explained} skeleton={<SkeletonRows label={t("Loading the transaction")} />}>
        {(data) => <Explained data={data} scale={scale} onUndo={setUndoing} />}
      </Loadable>
    </Dialog>
  );
}

type ExplainedProps = {
  data: TransactionExplained;
  scale: number;
  onUndo: (undo: Undoable) => void;
};

function Explained({ data, scale, onUndo }: ExplainedProps) {
  const { transaction, actor, cause, price } = data;
  const undo = undoOf(data);
  return (
    <div className="grid gap-6">
      <div>
        <p className="text-ink-soft text-sm">{kindLabel(transaction.kind)}</p>
        <Amount
          change
          value={transaction.amount}
          scale={scale}
          className="font-semibold text-3xl tracking-[-0.03em]"
        />
        {transaction.description && <p className="text-pretty">{transaction.description}</p>}
      </div>
      <Facts
        facts={[
          [t("When"), absoluteTime(transaction.booked_at)],
          [t("Balance after"), formatAmount(transaction.balance_after, { scale })],
          [t("By"), <Actor key="by" {...actor} />],
          [t("Key"), actor.key_prefix && `${actor.key_prefix}…`, "code"],
          [t("Client"), actor.client_id, "code"],
          [t("Session"), actor.session_id, "code"],
          [t("Token"), actor.jti, "code"],
          [t("Cause"), causeWords(cause.kind)],
          [t("Hold"), cause.hold, "code"],
          [t("Reference"), cause.reference, "code"],
          [t("Idempotency key"), cause.idempotency_key, "code"],
          [t("Feature"), transaction.feature, "code"],
          [
            t("Quantity"),
            typeof transaction.quantity === "number" && formatAmount(transaction.quantity),
          ],
          [
            t("Price"),
            price &&
              t("{credits} per {units} (version {version})", {
                credits: formatAmount(price.credits, { scale }),
                units: formatAmount(price.per_units),
                version: price.version,
              }),
          ],
          [t("Reverses"), data.reverses, "code"],
          [t("Transaction"), transaction.id, "code"],
        ]}
      />
      <Moves title={t("Credits used")} lines={lotLines(data)} scale={scale} />
      <Moves title={t("Ledger entries")} lines={entryLines(data)} scale={scale} />
      <Moves title={t("Refunds")} lines={reversalLines(data)} scale={scale} />
      {undo && (
        <Button onClick={() => onUndo(undo)} className="justify-self-start">
          {undo.kind === "grant" ? t("Revoke grant…") : t("Refund credits…")}
        </Button>
      )}
    </div>
  );
}

type Line = { key: string; words: string; amount: number };

const lotLines = ({ lots }: TransactionExplained): Line[] =>
  lots.map(({ transaction_id, kind, amount, expires_at, feature }, at) => ({
    key: `${transaction_id} ${at}`,
    words: [
      sourceLabel(kind),
      expires_at ? t("expires {date}", { date: calendarDay(expires_at) }) : t("No expiry"),
      feature && t("for {feature}", { feature }),
    ]
      .filter(Boolean)
      .join(" · "),
    amount,
  }));

const entryLines = ({ entries }: TransactionExplained): Line[] =>
  entries.map(({ account, amount }) => ({ key: account, words: account, amount }));

const reversalLines = ({ reversals }: TransactionExplained): Line[] =>
  reversals.map(({ id, amount, booked_at }) => ({
    key: id,
    words: absoluteTime(booked_at),
    amount,
  }));

function Moves({ title, lines, scale }: { title: string; lines: Line[]; scale: number }) {
  if (lines.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="mb-1 font-semibold text-sm">{title}</h3>
      <ul className="divide-y divide-hairline text-sm">
        {lines.map(({ key, words, amount }) => (
          <li key={key} className="flex justify-between gap-4 py-2">
            <span className="min-w-0 break-words text-ink-soft">{words}</span>
            <Amount change value={amount} scale={scale} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Actor({ kind, id }: TransactionExplained["actor"]) {
  const ownName = useOwnName(id);
  if (ownName) return ownName;
  if (kind === "system") return t("Tollgate, on schedule");
  if (kind === "key") return t("Your back end, with an API key");
  return (
    <>
      {t("A person")}
      {id && <Code value={id} what={t("id of the person")} />}
    </>
  );
}

function causeWords(kind: string): string {
  const words: Readonly<Record<string, string>> = {
    request: t("Requested"),
    signup: t("First sign-in of the customer"),
    expiry: t("Credits expired"),
    "hold-expiry": t("Hold expired"),
    settlement: t("Refund or dispute"),
    merge: t("Accounts were merged or separated"),
  };
  return words[kind] ?? kind;
}
