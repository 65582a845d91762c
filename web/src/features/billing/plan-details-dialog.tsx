/** Edits the name, description and family of a plan, which need no new version. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { useApi } from "@/api/client";
import { detailsOf, savePlan } from "@/api/plans";
import type { Plan } from "@/api/types";
import { useWebsiteScope } from "@/api/website-scope";
import { t } from "@/lib/language";
import { problemOf } from "@/lib/problem";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { Refusal, ToField } from "@/ui/refusal";
import { toast } from "@/ui/toast";
import { detailErrors, detailsFrom, PlanDetailFields } from "./plan-detail-fields";

type Props = { plan: Plan; onClose: () => void };

export function PlanDetailsDialog({ plan, onClose }: Props) {
  const save = useMutation(savePlan(useApi(), useQueryClient(), useWebsiteScope()));
  const [details, setDetails] = useState(() => detailsFrom(plan));
  /** Counts the attempts, so that each one leads to the first field with an error. */
  const [attempts, setAttempts] = useState(0);
  const errors = detailErrors(details, []);
  const refused = save.error ? problemOf(save.error).fields : null;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    setAttempts(attempts + 1);
    if (errors.size > 0 || save.isPending) return;
    const { description: _, ...kept } = detailsOf(plan);
    const { name, description, family } = details;
    const text = description.trim();
    const body = { ...kept, name: name.trim(), family, ...(text && { description: text }) };
    save.mutate(
      { code: plan.code, body },
      {
        onSuccess: () => {
          toast(t("The plan is saved."));
          onClose();
        },
      },
    );
  }

  return (
    <Dialog
      title={t("Edit {name}", { name: plan.name })}
      note={t("All buyers and subscribers see the new texts.")}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="grid gap-4">
        <PlanDetailFields
          details={details}
          onChange={setDetails}
          errorAt={(place) => (attempts > 0 ? errors.get(place) : undefined) ?? refused?.get(place)}
        />
        {attempts > 0 && errors.size > 0 && <ToField key={attempts} />}
        {save.error && (
          <Refusal error={save.error} fields={["name", "description", "family"]} repeatable />
        )}
        <DialogActions>
          <Button type="submit" variant="primary" busy={save.isPending}>
            {t("Save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
