/** Sets or removes a customer's spending limit per day or month. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { setSpendLimit } from "@/api/customers";
import type { CustomerBalance, SpendLimitPeriod } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { formatAmount } from "@/lib/amount";
import { leftOf, typedAmount } from "@/lib/credit-change";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { Segmented } from "@/ui/fields";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

const periods: { value: SpendLimitPeriod; label: string }[] = [
  { value: "day", label: t("Day") },
  { value: "month", label: t("Month") },
];

function limitWords(name: string, limit: string, period: SpendLimitPeriod): string {
  return period === "day"
    ? t("{name} may spend {limit} a day.", { name, limit })
    : t("{name} may spend {limit} a month.", { name, limit });
}

type Props = { balance: CustomerBalance; customer: string; name: string; onClose: () => void };

export function SpendLimitDialog({ balance, customer, name, onClose }: Props) {
  const { scale, spend_limit: before } = balance;
  const save = useMutation(setSpendLimit(useApi(), useQueryClient(), useWebsiteScope(), customer));
  const [typed, setTyped] = useState(before ? formatAmount(before.cap, { scale }) : "");
  const [period, setPeriod] = useState<SpendLimitPeriod>(before?.period ?? "month");
  const isLifted = typed.trim() === "";
  const cap = typedAmount(typed, scale);
  const isAmount = cap !== null && cap > 0;
  // The credits spent in another period are unknown until the limit is set.
  const left =
    isAmount && before?.period === period
      ? formatAmount(leftOf(cap, before.spent), { scale })
      : null;

  const noLimit = t("{name} has no spending limit.", { name });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!(isLifted || isAmount) || save.isPending) return;
    save.mutate(isAmount ? { cap, period } : {}, {
      onSuccess: () => {
        toast(isAmount ? limitWords(name, formatAmount(cap, { scale }), period) : noLimit);
        onClose();
      },
    });
  }

  return (
    <Dialog
      title={t("Spending limit")}
      note={t(
        "Spending above the limit is refused until the next day or month starts, at midnight UTC. Credits already spent count.",
      )}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <TextField
          label={t("Limit")}
          name="cap"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          help={t("Leave empty for no limit.")}
          error={
            isLifted || isAmount
              ? save.error
                ? problemOf(save.error).fields.get("cap")
                : undefined
              : t("Enter a number above zero.")
          }
        />
        <Segmented label={t("Per")} options={periods} value={period} onChange={setPeriod} />
        <p role="status" className="text-ink-soft text-sm">
          {left !== null &&
            (period === "day"
              ? t("{left} left today.", { left })
              : t("{left} left this month.", { left }))}
        </p>
        {save.error && <Refusal error={save.error} fields={["cap"]} repeatable />}
        <DialogActions>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t("Save limit")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
