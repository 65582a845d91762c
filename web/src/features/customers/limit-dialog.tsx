/** Sets a customer's overdraft limit. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { setOverdraftLimit } from "@/api/customers";
import type { CustomerBalance } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { formatAmount } from "@/lib/amount";
import { afterLimit, typedAmount } from "@/lib/credit-change";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { Change } from "./change";

type Props = { balance: CustomerBalance; customer: string; name: string; onClose: () => void };

export function LimitDialog({ balance, customer, name, onClose }: Props) {
  const { scale } = balance;
  const save = useMutation(
    setOverdraftLimit(useApi(), useQueryClient(), useWebsiteScope(), customer),
  );
  const [typed, setTyped] = useState(formatAmount(balance.overdraft_limit, { scale }));
  const limit = typedAmount(typed, scale);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (limit === null || save.isPending) return;
    save.mutate(limit, {
      onSuccess: () => {
        toast(
          t("The overdraft limit of {name} is {limit}.", {
            name,
            limit: formatAmount(limit, { scale }),
          }),
        );
        onClose();
      },
    });
  }

  return (
    <Dialog
      title={t("Overdraft limit")}
      note={t(
        "Spending may go below zero by this much. Holds may not. Later grants repay the debt, as your credit policy says.",
      )}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={t("Limit")}
          name="limit"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={
            limit === null
              ? t("Enter a number, or 0 for none.")
              : save.error
                ? problemOf(save.error).fields.get("limit")
                : undefined
          }
        />
        <Change
          before={balance.available}
          after={limit === null ? null : afterLimit(balance, limit)}
          scale={scale}
          note={
            balance.debt > 0
              ? t("Debt now: {debt}.", { debt: formatAmount(balance.debt, { scale }) })
              : null
          }
        />
        {save.error && <Refusal error={save.error} fields={["limit"]} repeatable />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t("Save limit")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
