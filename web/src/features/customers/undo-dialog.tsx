/** Revokes the rest of a grant or refunds a spend; shows the effect first. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/api/client";
import { undoTransaction } from "@/api/customers";
import type { TransactionExplained } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { formatAmount } from "@/lib/amount";
import { createIdempotencyKeys } from "@/lib/idempotency";
import { t } from "@/lib/language";
import { Confirm } from "@/ui/confirm";
import { TextField } from "@/ui/field";
import { toast } from "@/ui/toast";

export type Undoable = { id: string; kind: "grant" | "transaction"; amount: number };

/** Returns the reversible part of a transaction, or null. */
export function undoOf({ transaction, reversals }: TransactionExplained): Undoable | null {
  const { id, kind, amount } = transaction;
  const left = Math.abs(amount) - reversals.reduce((sum, reversal) => sum + reversal.amount, 0);
  if (kind === "grant" && reversals.length === 0) return { id, kind: "grant", amount };
  if ((kind === "spend" || kind === "capture") && left > 0) {
    return { id, kind: "transaction", amount: left };
  }
  return null;
}

type Props = { undo: Undoable; scale: number; onClose: () => void };

export function UndoDialog({ undo, scale, onClose }: Props) {
  const change = useMutation(undoTransaction(useApi(), useQueryClient(), useWebsiteScope()));
  const [keyOf] = useState(() => createIdempotencyKeys());
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const figure = formatAmount(undo.amount, { scale });
  const isGrant = undo.kind === "grant";

  function confirm() {
    setChecked(true);
    if (reason.trim() === "") return;
    const body = { reason: reason.trim() };
    change.mutate(
      { ...undo, idempotencyKey: keyOf([undo, body]), body },
      {
        onSuccess: ({ transaction }) => {
          const amount = formatAmount(Math.abs(transaction.amount), { scale });
          toast(isGrant ? t("{amount} revoked.", { amount }) : t("{amount} refunded.", { amount }));
          onClose();
        },
      },
    );
  }

  return (
    <Confirm
      title={
        isGrant ? t("Revoke the grant of {figure}?", { figure }) : t("Refund {figure}?", { figure })
      }
      effect={
        isGrant
          ? t(
              "Removes the unused credits of this grant. Used, expired and held credits do not change.",
            )
          : t(
              "Repays debt from this spend first, then returns the rest to the credits that it used. Credits that have expired stay valid for the days in your credit policy.",
            )
      }
      action={isGrant ? t("Revoke grant") : t("Refund")}
      busy={change.isPending}
      error={change.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextField
        label={t("Reason")}
        name="reason"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        help={t("The customer sees this next to the credits.")}
        error={
          isChecked && reason.trim() === ""
            ? t("Enter a reason. It is kept in the ledger.")
            : undefined
        }
      />
    </Confirm>
  );
}
