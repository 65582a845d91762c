/** Grants credits to a customer: amount, reason and expiry; shows the resulting balance first. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { grantCredits } from "@/api/customers";
import type { CustomerBalance, GrantRequest } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { creditPolicyQuery } from "@/api/website-settings";
import { formatAmount } from "@/lib/amount";
import { afterGrant, amountRule, typedAmount } from "@/lib/credit-change";
import { createIdempotencyKeys } from "@/lib/idempotency";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Segmented } from "@/ui/fields";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { Change } from "./change";

type Kind = GrantRequest["kind"];

const kinds: { value: Kind; label: string }[] = [
  { value: "promo", label: t("Promotional") },
  { value: "purchase", label: t("Purchased") },
  { value: "adjustment", label: t("Adjustment") },
];

type Props = { balance: CustomerBalance; customer: string; name: string; onClose: () => void };

export function GrantDialog({ balance, customer, name, onClose }: Props) {
  const grant = useMutation(grantCredits(useApi(), useQueryClient(), useWebsiteScope()));
  const [keyOf] = useState(() => createIdempotencyKeys());
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
  const localErrors = formErrors({ isAmount, reason, until }, scale);
  const errors = shownErrors(isChecked ? localErrors : {}, grant.error);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    const [wrong] = Object.keys(localErrors);
    if (wrong !== undefined) return focusOn(event.currentTarget, wrong);
    if (units === null || grant.isPending) return;
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
          toast(t("{units} granted to {name}.", { units: formatAmount(units, { scale }), name }));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog title={t("Grant credits")} note={t("To {name}.", { name })} onClose={onClose}>
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={t("Credits")}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          error={errors.amount}
        />
        <Change
          before={balance.available}
          after={effect?.available ?? null}
          scale={scale}
          note={
            effect && effect.repaid > 0
              ? t("{repaid} of this repays debt.", {
                  repaid: formatAmount(effect.repaid, { scale }),
                })
              : null
          }
        />
        <TextField
          label={t("Reason")}
          name="reason"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          help={t("The customer sees this next to the credits.")}
          error={errors.reason}
        />
        <Segmented label={t("Source")} options={kinds} value={kind} onChange={setKind} />
        <TextField
          label={t("Expires (optional)")}
          name="until"
          type="date"
          min={today()}
          value={until}
          onChange={(event) => setUntil(event.target.value)}
          help={t("At the end of the day, UTC. Leave empty for no expiry.")}
          error={errors.until}
        />
        {grant.error && (
          <Refusal error={grant.error} fields={["amount", "reason", "expires_at"]} repeatable />
        )}
        <DialogActions>
          <Button type="submit" variant="primary" busy={grant.isPending}>
            {grant.isPending ? t("Granting…") : t("Grant credits")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type Form = { isAmount: boolean; reason: string; until: string };
type Errors = Partial<Record<"amount" | "reason" | "until", string>>;

/** Checks the fields in their order. */
function formErrors({ isAmount, reason, until }: Form, scale: number): Errors {
  return {
    ...(!isAmount && {
      amount: t("Enter {rule}, above zero.", { rule: amountRule(scale) }),
    }),
    ...(reason.trim() === "" && { reason: t("Enter a reason. It is kept in the ledger.") }),
    ...(until !== "" && until < today() && { until: t("Choose today or a later day.") }),
  };
}

/** The server's errors take precedence over local ones. */
function shownErrors(localErrors: Errors, refused: Error | null): Errors {
  const fields = refused ? problemOf(refused).fields : new Map<string, string>();
  const byServer = { amount: "amount", reason: "reason", until: "expires_at" } as const;
  const shown = Object.entries(byServer).flatMap(([field, member]) => {
    const text = fields.get(member);
    return text ? [[field, text]] : [];
  });
  return { ...localErrors, ...Object.fromEntries(shown) };
}

/** Today in UTC. */
function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Returns true if a grant of this kind repays debt; null while the policy is unknown and no result can be shown. */
function useRepays({ debt }: CustomerBalance, kind: Kind): boolean | null {
  const policy = useQuery({ ...creditPolicyQuery(useApi(), useWebsiteScope()), enabled: debt > 0 });
  if (debt === 0 || kind === "purchase") return true;
  return policy.data ? policy.data.debt_repaid_by === "all_grants" : null;
}

/** The last second of that day in UTC. */
function endOfDay(day: string): string {
  return `${day}T23:59:59Z`;
}

function focusOn(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
