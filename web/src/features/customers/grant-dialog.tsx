/** Gives a customer credits: how many, why, until when; what will be left stands there before it is done. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { grantCredits } from "@/api/customers";
import { useSite } from "@/api/site";
import { creditPolicyQuery } from "@/api/site-settings";
import type { CustomerBalance, GrantRequest } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { afterGrant, amountRule, typedAmount } from "@/lib/credit-change";
import { createKeeperOfKeys } from "@/lib/idempotency";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { Segmented } from "@/ui/fields";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { Change } from "./change";

type Kind = GrantRequest["kind"];

const kinds: { value: Kind; label: string }[] = [
  { value: "promo", label: "Gift" },
  { value: "purchase", label: "Purchase" },
  { value: "adjustment", label: "Adjustment" },
];

type Props = { balance: CustomerBalance; customer: string; name: string; onClose: () => void };

export function GrantDialog({ balance, customer, name, onClose }: Props) {
  const grant = useMutation(grantCredits(useApi(), useQueryClient(), useSite()));
  const [keyOf] = useState(() => createKeeperOfKeys());
  const [amount, setAmount] = useState("");
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState("");
  const [kind, setKind] = useState<Kind>("promo");
  const [isChecked, setChecked] = useState(false);
  const { scale } = balance;
  const units = typedAmount(amount, scale);
  const isAmount = units !== null && units > 0;
  const repays = useRepays(balance, kind);
  const effect = isAmount && repays !== null ? afterGrant(balance, units, repays) : null;
  const answered = grant.error ? problemOf(grant.error).fields : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (!isAmount) return focusOn(event.currentTarget, "amount");
    if (reason.trim() === "") return focusOn(event.currentTarget, "reason");
    if (grant.isPending) return;
    const body: GrantRequest = {
      customer: { id: customer },
      amount: units,
      kind,
      reason: reason.trim(),
      ...(until && { expires_at: endOfDay(until) }),
    };
    grant.mutate(
      { idempotencyKey: keyOf(body), body },
      {
        onSuccess: () => {
          toast(`${formatAmount(units, { scale })} granted to ${name}.`);
          onClose();
        },
      },
    );
  }

  return (
    <Dialog title="Grant credits" note={`To ${name}.`} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label="Credits"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          error={
            answered?.get("amount") ??
            (isChecked && !isAmount ? `Enter ${amountRule(scale)}, above zero.` : undefined)
          }
        />
        <Change
          before={balance.available}
          after={effect?.available ?? null}
          scale={scale}
          note={
            effect && effect.repaid > 0
              ? `${formatAmount(effect.repaid, { scale })} of them pay what is owed.`
              : null
          }
        />
        <TextField
          label="Reason"
          name="reason"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          help="The customer reads it beside the credits."
          error={
            answered?.get("reason") ??
            (isChecked && reason.trim() === "" ? "Say why; it stays in the ledger." : undefined)
          }
        />
        <Segmented label="What they come from" options={kinds} value={kind} onChange={setKind} />
        <TextField
          label="Until the end of (optional)"
          name="until"
          type="date"
          min={new Date().toISOString().slice(0, 10)}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
          help="Without a day they never end."
          error={answered?.get("expires_at")}
        />
        {grant.error && (
          <Refusal error={grant.error} fields={["amount", "reason", "expires_at"]} repeatable />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={grant.isPending}>
            {grant.isPending ? "Granting…" : "Grant credits"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Whether a grant of this kind repays what is owed; null while that is not known, and nothing can be foretold. */
function useRepays({ debt }: CustomerBalance, kind: Kind): boolean | null {
  const policy = useQuery({ ...creditPolicyQuery(useApi(), useSite()), enabled: debt > 0 });
  if (debt === 0 || kind === "purchase") return true;
  return policy.data ? policy.data.debt_repaid_by === "all_grants" : null;
}

/** The last moment of that day, where one is. */
function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}

function focusOn(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
