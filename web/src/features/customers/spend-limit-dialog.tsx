/** Sets how much a customer may spend in a day or a month, or lifts the limit. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { setSpendLimit } from "@/api/customers";
import { useSite } from "@/api/site";
import type { CustomerBalance, SpendLimitPeriod } from "@/api/types";
import { formatAmount } from "@/lib/amount";
import { leftOf, typedAmount } from "@/lib/credit-change";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Segmented } from "@/ui/fields";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

const periods: { value: SpendLimitPeriod; label: string }[] = [
  { value: "day", label: "Day" },
  { value: "month", label: "Month" },
];

type Props = { balance: CustomerBalance; customer: string; name: string; onClose: () => void };

export function SpendLimitDialog({ balance, customer, name, onClose }: Props) {
  const { scale, spend_limit: before } = balance;
  const save = useMutation(setSpendLimit(useApi(), useQueryClient(), useSite(), customer));
  const [typed, setTyped] = useState(before ? formatAmount(before.cap, { scale }) : "");
  const [period, setPeriod] = useState<SpendLimitPeriod>(before?.period ?? "month");
  const isLifted = typed.trim() === "";
  const cap = typedAmount(typed, scale);
  const isAmount = cap !== null && cap > 0;
  // What another window has spent is known when it is set.
  const left =
    isAmount && before?.period === period
      ? formatAmount(leftOf(cap, before.spent), { scale })
      : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!(isLifted || isAmount) || save.isPending) return;
    save.mutate(isAmount ? { cap, period } : {}, {
      onSuccess: () => {
        const limit = isAmount ? `${formatAmount(cap, { scale })} a ${period}` : "what is there";
        toast(`${name} may spend ${limit}.`);
        onClose();
      },
    });
  }

  return (
    <Dialog
      title="Spending limit"
      note="Spending above the limit is refused until the next day or month starts, at midnight UTC. Credits already spent count."
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label="Limit"
          name="cap"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          help="Leave empty for no limit."
          error={
            isLifted || isAmount
              ? save.error
                ? problemOf(save.error).fields.get("cap")
                : undefined
              : "Enter a number above zero."
          }
        />
        <Segmented label="Per" options={periods} value={period} onChange={setPeriod} />
        <p role="status" className="text-ink-soft text-sm">
          {left !== null && `${left} left ${period === "day" ? "today" : "this month"}.`}
        </p>
        {save.error && <Refusal error={save.error} fields={["cap"]} repeatable />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={save.isPending}>
            Save limit
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
