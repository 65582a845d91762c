/** Edits the sign-up grant for new customers: amount and expiry. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import type { SignupGrant } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { setSignupGrant } from "@/api/website-settings";
import { formatAmount } from "@/lib/amount";
import { amountRule, typedAmount } from "@/lib/credit-change";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Tick } from "@/ui/fields";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

type Props = { grant: SignupGrant; scale: number };

export function SignupGrantForm({ grant, scale }: Props) {
  const save = useMutation(setSignupGrant(useApi(), useQueryClient(), useWebsiteScope()));
  const [enabled, setEnabled] = useState(grant.enabled);
  const [amount, setAmount] = useState(
    typeof grant.amount === "number" ? formatAmount(grant.amount, { scale }) : "",
  );
  const [days, setDays] = useState(grant.expires_days?.toString() ?? "");
  const [isChecked, setChecked] = useState(false);
  const units = typedAmount(amount, scale);
  const isAmount = units !== null && units > 0;
  const dayCount = days.trim() === "" ? null : typedAmount(days, 0);
  const isDays = days.trim() === "" || dayCount !== null;
  const fields = save.error ? problemOf(save.error).fields : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setChecked(true);
    if (!isAmount || !isDays || save.isPending) return;
    save.mutate(
      { enabled, amount: units, ...(dayCount !== null && { expires_days: dayCount }) },
      { onSuccess: () => toast(t("The sign-up grant is saved.")) },
    );
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4 p-5">
      <Tick
        label={t("Grant credits to new customers")}
        checked={enabled}
        onChange={({ target }) => setEnabled(target.checked)}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t("Credits")}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          error={
            fields?.get("amount") ??
            (isChecked && !isAmount
              ? t("Enter {rule}, above zero.", { rule: amountRule(scale) })
              : undefined)
          }
        />
        <TextField
          label={t("Expires after (days)")}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t("Never")}
          value={days}
          onChange={(event) => setDays(event.target.value)}
          error={
            fields?.get("expires_days") ??
            (isChecked && !isDays ? t("Enter a whole number, or leave empty.") : undefined)
          }
        />
      </div>
      {save.error && <Refusal error={save.error} fields={["amount", "expires_days"]} repeatable />}
      <Button type="submit" busy={save.isPending} className="justify-self-start">
        {t("Save grant")}
      </Button>
    </form>
  );
}
