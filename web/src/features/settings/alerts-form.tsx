/** Sets the threshold of the low-balance event. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { useWebsiteScope } from "@/api/website-scope";
import { setAlerts } from "@/api/website-settings";
import { formatAmount } from "@/lib/amount";
import { amountRule, typedAmount } from "@/lib/credit-change";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

type Props = { threshold: number | null; scale: number };

export function AlertsForm({ threshold, scale }: Props) {
  const save = useMutation(setAlerts(useApi(), useQueryClient(), useWebsiteScope()));
  const [typed, setTyped] = useState(threshold === null ? "" : formatAmount(threshold, { scale }));
  const value = typed.trim() === "" ? null : typedAmount(typed, scale);
  const isWrong = typed.trim() !== "" && value === null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isWrong || save.isPending) return;
    save.mutate(value, {
      onSuccess: () => toast(value === null ? t("The alert is off.") : t("The alert is saved.")),
    });
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4 p-5">
      <TextField
        label={t("Threshold")}
        name="low_credits"
        inputMode="decimal"
        autoComplete="off"
        placeholder={t("Off")}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        help={t("Leave empty to turn off.")}
        error={
          isWrong
            ? t("Enter {rule}, or leave empty.", { rule: amountRule(scale) })
            : save.error
              ? problemOf(save.error).fields.get("low_credits")
              : undefined
        }
      />
      {save.error && <Refusal error={save.error} fields={["low_credits"]} repeatable />}
      <Button type="submit" busy={save.isPending} className="justify-self-start">
        {t("Save alert")}
      </Button>
    </form>
  );
}
