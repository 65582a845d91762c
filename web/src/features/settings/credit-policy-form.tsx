/** Edits the credit policy: validity of refunded credits, and which grants repay debt. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import type { CreditPolicy } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { setCreditPolicy } from "@/api/website-settings";
import { typedAmount } from "@/lib/credit-change";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { Segmented } from "@/ui/fields";
import { Refusal } from "@/ui/refusal";
import { toast } from "@/ui/toast";

type RepaidBy = CreditPolicy["debt_repaid_by"];

const repaidBy: { value: RepaidBy; label: string }[] = [
  { value: "all_grants", label: t("Every grant") },
  { value: "purchases", label: t("Purchases only") },
];

export function CreditPolicyForm({ policy }: { policy: CreditPolicy }) {
  const save = useMutation(setCreditPolicy(useApi(), useQueryClient(), useWebsiteScope()));
  const [days, setDays] = useState(policy.restored_days.toString());
  const [debt_repaid_by, setRepaidBy] = useState<RepaidBy>(policy.debt_repaid_by);
  const restored_days = typedAmount(days, 0);
  const isDays = restored_days !== null && restored_days > 0;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isDays || save.isPending) return;
    save.mutate(
      { restored_days, debt_repaid_by },
      { onSuccess: () => toast(t("The credit policy is saved.")) },
    );
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-4 p-5">
      <TextField
        label={t("Days that refunded credits stay valid")}
        inputMode="numeric"
        autoComplete="off"
        value={days}
        onChange={(event) => setDays(event.target.value)}
        help={t("For credits that are refunded after they would have expired.")}
        error={
          isDays
            ? save.error
              ? problemOf(save.error).fields.get("restored_days")
              : undefined
            : t("Enter a whole number of days, above zero.")
        }
      />
      <Segmented
        label={t("Debt is repaid by")}
        help={t(
          "With purchases only, customers can spend promotional credits while they owe credits.",
        )}
        options={repaidBy}
        value={debt_repaid_by}
        onChange={setRepaidBy}
      />
      {save.error && <Refusal error={save.error} fields={["restored_days"]} repeatable />}
      <Button type="submit" busy={save.isPending} className="justify-self-start">
        {t("Save policy")}
      </Button>
    </form>
  );
}
